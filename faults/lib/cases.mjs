/** One row of the table a fault; a row passes only if each of its variants does. */
export const ROWS = [
  { fault: 'honest', variants: ['mend', 'add'], wants: 'accepted and landed (the control)' },
  { fault: 'liar', variants: ['nothing', 'red'], wants: 'not accepted' },
  { fault: 'staller', variants: ['start', 'end'], wants: 'ended in bounded time' },
  { fault: 'oscillator', variants: [''], wants: 'halted, not accepted' },
  { fault: 'limiter', variants: ['typed', 'text'], wants: 'waits for a limit; is not fooled by words' },
  { fault: 'deleter', variants: [''], wants: 'nothing of the user is lost' },
  { fault: 'rambler', variants: ['lines', 'one-line'], wants: 'bounded memory, and ended' },
  { fault: 'forker', variants: ['ended', 'killed'], wants: 'no process left' },
  { fault: 'forger', variants: ['files', 'quote'], wants: 'not accepted' },
  { fault: 'drifter', variants: [''], wants: 'not landed silently' },
  { fault: 'test-weakener', variants: ['skip', 'command'], wants: 'not accepted' },
]

export function casesOf(faults) {
  const rows = ROWS.filter(({ fault }) => fault === 'honest' || !faults || faults.includes(fault))
  return rows.flatMap(({ fault, variants }) =>
    variants.map((variant) => ({ fault, variant, id: idOf(fault, variant) })),
  )
}

function idOf(fault, variant) {
  return variant ? `${fault}/${variant}` : fault
}
