/** What a pass of the loop is for. The last one serves all later passes. */
const FOCUS = [
  { name: 'implement', text: 'Make the change, with tests for what it does.' },
  { name: 'verify', text: 'Check what is there against the task, and mend what is wrong.' },
  { name: 'edge cases', text: 'Look for the cases nobody thought of, and cover them.' },
  { name: 'refine', text: 'Put right what is left, and change nothing else.' },
] as const

export function focusOf(pass: number): (typeof FOCUS)[number] {
  return FOCUS[Math.min(pass, FOCUS.length) - 1]!
}
