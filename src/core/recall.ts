import { stepName } from './identity.ts'
import type { Recall, RunState, StepState } from './state.ts'

/** Set while a step that has ended is to be called again because of a correction. */
export function openRecall(state: RunState, step: StepState): Recall | null {
  const recall = state.recalls[step.id]
  const ended = step.outcome === 'complete' || isStuck(step)
  return recall && ended && step.attempt <= recall.after ? recall : null
}

/** Its call was ended because it led nowhere. */
export function isStuck({ outcome, stuck, failure }: StepState): boolean {
  return outcome === 'failed' && stuck !== null && failure?.cause === 'stagnation'
}

/** A step as it was answered: what its last call said, under the step's own name. */
export function answeredStep(state: RunState, id: string): StepState | null {
  const answered = state.steps[lastAnswered(state, id)]
  return answered ? { ...answered, id } : null
}

/** The last call of a step: the one after its questions were answered. */
export function lastAnswered({ steps }: RunState, step: string): string {
  const first = steps[step]?.identity
  if (!first || first.answer > 0) return step
  for (let last = step, answer = 1; ; answer++) {
    const next = stepName({ ...first, answer })
    if (!steps[next]) return last
    last = next
  }
}
