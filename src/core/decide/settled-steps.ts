import { answeredStep, lastAnswered, openRecall } from '../recall.ts'
import { ADOPTED, type StepState } from '../state.ts'
import type { View } from './strategy.ts'

/**
 * What has just settled in this run and stands: not what was taken over, nor what is about to be done again. Nobody
 * waits for a mini-Explorer, so nothing is corrected there.
 */
export function settledSteps({ state }: View): StepState[] {
  return [...new Set(state.settled)].flatMap((id) => {
    const step = answeredStep(state, id)
    if (step?.outcome !== 'complete' || !step.contract || step.agent === ADOPTED || isMini(step)) return []
    return openRecall(state, { ...step, id: lastAnswered(state, id) }) ? [] : [step]
  })
}

function isMini({ identity }: StepState): boolean {
  return identity.variant === 'mini'
}
