import type { Recall, RunState, StepState } from './state.ts'

/** Set while a step that has ended is to be called again because of a correction. */
export function openRecall(state: RunState, step: StepState): Recall | null {
  const recall = state.recalls[step.id]
  return recall && step.outcome === 'complete' && step.attempt <= recall.after ? recall : null
}
