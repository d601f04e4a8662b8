import { PLANNED } from '../core/decide/dry-run.ts'
import type { RunState } from '../core/state.ts'
import { stoppedWords } from '../core/stopped-words.ts'
import { type RunContext, record } from '../runtime/context.ts'
import { EXIT } from '../runtime/problem.ts'

/** What a run that was opened again begins with: one that is done is only tidied up, any other says that it goes on. */
export async function takeUp(context: RunContext, isNow = false): Promise<RunState['ended']> {
  const done = doneEnding(context.state)
  if (done) {
    await (await import('../runtime/perform/finish.ts')).afterEnd(context)
    return done
  }
  const { seq } = context.state
  const now = isNow ? { now: true } : {}
  record(context, { type: 'run.resumed', data: { reason: whyStopped(context.state), after: seq, ...now } })
  return null
}

/** An ending with nothing left to do; a dry run's plan can still be carried out. */
export function doneEnding(state: RunState | null): RunState['ended'] {
  const ended = state?.ended ?? null
  return ended?.exit_code === EXIT.ok && ended.status !== PLANNED ? ended : null
}

function whyStopped(state: RunState): string {
  if (state.ended) return `it had ended as ${state.ended.status}`
  if (state.interrupted) return `it was ${stoppedWords(state.interrupted)}`
  if (Object.values(state.gates).some((gate) => gate.answer === null)) return 'it waited for an answer'
  return 'it was interrupted'
}
