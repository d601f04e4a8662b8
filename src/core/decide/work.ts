import type { EventData } from '../events.ts'
import { setAside } from '../fold-context.ts'
import { stepName, usualStep } from '../identity.ts'
import type { View } from './strategy.ts'

/** The Maker's step of a round; with `tests`, the targeted retry that only adds the tests the plan asked for. */
export function makerStep({ state }: View, round: number, variant: 'tests' | null = null): string {
  return stepName({ ...usualStep({ cycle: state.cycle, phase: 'do', role: 'maker' }), round, variant })
}

/** What the Maker of the present cycle and round left, once it was collected. */
export function presentWork(view: View): EventData['work.collected'] | null {
  const { collected, round } = view.state
  return collected[makerStep(view, round, 'tests')] ?? collected[makerStep(view, round)] ?? null
}

/** The newest work there is: the present round's, or the one before while a fix is under way. */
export function latestWork(view: View): EventData['work.collected'] | null {
  const { collected, round } = view.state
  const present = collected[makerStep(view, round)] ?? clearsOf(view).at(-1)
  if (present) return present
  for (let before = round - 1; before >= 1; before--) {
    const work = collected[makerStep(view, before)]
    if (work) return work
  }
  return null
}

/** Where a person finds it when the run has ended. */
export function whereWork({ live, branch }: View['start']): string {
  return live ? 'the work is in your tree' : `the best work is on ${branch}`
}

/** What the pass under way had done each time it went on in a fresh conversation. */
export function clearsOf({ state }: View): EventData['work.collected'][] {
  return state.contexts.flatMap((each) => {
    const work = state.collected[setAside(each)]
    return each.action === 'clear' && each.pass === state.round && work ? [work] : []
  })
}
