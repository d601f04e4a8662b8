import { failureRules } from '../../policy/failures.ts'
import { isExhausted } from '../context/occupancy.ts'
import { lastAnswered, openRecall } from '../recall.ts'
import type { StepState } from '../state.ts'
import type { View } from './strategy.ts'
import { makerStep, presentWork } from './work.ts'

/** How a pass's call stopped short of a result that can be used. Neither ends the loop: the next pass deals with it. */
export type Stop = { kind: 'failed' | 'blocked'; why: string }

/** `null`: it gave a result, is under way, or how it stopped ends the run. */
export function stopOf(view: View): Stop | null {
  const step = lastCall(view)
  // Where no pass follows there is nobody to deal with it; a full window is dealt with in the pass itself.
  if (!step || (view.start.loop?.suppressed && !isExhausted(step))) return null
  return blockOf(view, step) ?? failureOf(view, step)
}

/** The call that did the pass's work: a question that came before it did none. */
export function lastCall(view: View): StepState | undefined {
  const { state } = view
  return state.steps[lastAnswered(state, makerStep(view, state.round))]
}

/** Once, a way round is looked for; reported by the pass that was to find one, it stands. */
function blockOf(view: View, step: StepState): Stop | null {
  const { state } = view
  const answered = step.outcome === 'complete' || presentWork(view) !== null
  if (step.contract?.status !== 'BLOCKED' || !answered || openRecall(state, step)) return null
  const before = state.passes.find(({ pass }) => pass === state.round - 1)
  if (before?.facts.blocked) return null
  const { summary, notes } = step.contract
  return { kind: 'blocked', why: summary ?? notes ?? 'it gave no reason' }
}

/** What it did until then is in its tree. A limit is waited for, and an agent that is not there is said at once. */
function failureOf(view: View, step: StepState): Stop | null {
  const { failure, failures, durationMs } = step
  // Nothing ran: the call was over before, and its work could not be taken over.
  if (!failure || durationMs === 0) return null
  if (isExhausted(step) && !isCleared(view, step)) return { kind: 'failed', why: 'its window was full' }
  if (failureRules[failure.cause].response !== 'fail') return null
  // Resumed after its end the count is empty: that asks for another attempt, unless its work is in already.
  const stands = presentWork(view) !== null || Object.values(failures).some((count) => count > 0)
  return stands ? { kind: 'failed', why: `${failure.cause}: ${failure.message}` } : null
}

/** The pass goes on in a fresh conversation. */
function isCleared({ state }: View, { attempt }: StepState): boolean {
  return state.contexts.some((each) => each.action === 'clear' && each.attempt === attempt)
}
