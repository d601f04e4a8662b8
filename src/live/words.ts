import { openGates } from '../core/open-gates.ts'
import { passWords } from '../core/pass-words.ts'
import type { RunState } from '../core/state.ts'
import { shortened } from '../report/columns.ts'

/** What a person reads in their session: one or a few plain lines. */

/** How a loop that asks no more came to its end. */
export function endWords(state: RunState): string {
  const { ended, passes, round, runId } = state
  const count = Math.max(passes.length, round)
  const after = `after ${count} pass${count > 1 ? 'es' : ''}`
  const isGreen = ended?.status === 'proven' || ended?.status === 'unbroken'
  const head = isGreen ? `${ended.status} ${after}` : `the loop ended ${after}, ${ended?.status}`
  return `wiggum: ${head}: ${ended?.reason ?? 'no reason known'}. All of it: wiggum explain ${runId}${keptWords(state)}`
}

/** What stood in the folder before, should anybody miss it. */
function keptWords({ rescues }: RunState): string {
  const last = rescues.at(-1)
  if (!last) return ''
  const more = rescues.length > 1 ? ` (${rescues.length}, the first: ${rescues[0]!.ref})` : ''
  return `\nKept from before: ${last.ref}${more}. Back with it: wiggum rescue restore <ref>`
}

export function gateWords(state: RunState): string {
  const open = openGates(state)
  const lines = open.flatMap(({ question, evidence, choices, kind }) => [
    question,
    ...evidence.slice(0, 5).map((each) => `  · ${each}`),
    `Answer by typing ${kind === 'context' ? 'it here' : choicesWords(choices)}.`,
  ])
  return `wiggum: the loop has stopped and asks:\n${lines.join('\n')}`
}

function choicesWords(choices: string[]): string {
  return choices.length < 2 ? (choices[0] ?? 'it') : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`
}

export function statusWords(state: RunState): string {
  const { start, round, maxRounds, passes, runId, breaker } = state
  const lines = [
    `wiggum: pass ${round} of at most ${maxRounds}: ${firstLine(start?.task ?? '')}`,
    ...passes.slice(-5).map((pass) => `  · ${passWords(pass)}`),
    ...(breaker.state === 'CLOSED' ? [] : [`  · breaker ${breaker.state}: ${breaker.reason}`]),
    ...openGates(state).map(({ question }) => `  · it asks: ${question}`),
    `Log: .wiggum/events/${runId}.jsonl. End it by typing stop, or /wiggum:cancel.`,
  ]
  return lines.join('\n')
}

/** In a line: why the session goes on. */
export function goOnWords({ round, maxRounds, passes }: RunState, role: string): string {
  if (role !== 'maker')
    return `wiggum: pass ${round}: what was to be checked is green; now it is read once more.`
  const open = passes.at(-1)?.left ?? []
  const more = open.length > 1 ? ` (and ${open.length - 1} more)` : ''
  return `wiggum: pass ${round} of at most ${maxRounds}. Open: ${firstLine(open[0] ?? 'nothing')}${more}`
}

export function capWords(blocks: number): string {
  return `wiggum: the host lets a session go on ${blocks} times by itself, and that many it was. Nothing is lost: type "go on" and the loop goes on where it is. More at once: set CLAUDE_CODE_STOP_HOOK_BLOCK_CAP in your environment or settings (wiggum plugin install does).`
}

export function firstLine(text: string): string {
  return shortened(text.trim().split('\n')[0] ?? '', 100)
}
