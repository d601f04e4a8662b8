import { openRecall } from '../recall.ts'
import { ADOPTED, type StepState } from '../state.ts'
import type { View } from './strategy.ts'

/** What has just settled in this run and stands: not what was taken over, nor what is about to be done again. */
export function settledSteps({ state }: View): StepState[] {
  return [...new Set(state.settled)].flatMap((id) => {
    const step = state.steps[id]
    if (step?.outcome !== 'complete' || !step.contract || step.agent === ADOPTED) return []
    return openRecall(state, step) ? [] : [step]
  })
}
