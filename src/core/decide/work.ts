import type { EventData } from '../events.ts'
import { setAside } from '../fold-context.ts'
import type { View } from './strategy.ts'

/** Suffix of the targeted retry that only adds the tests the plan asked for. */
export const TESTS = 'tests'

/** Suffix of the present round's steps: none in the first, so that the usual names stay plain. */
export function roundSuffix(round: number): string {
  return round > 1 ? String(round) : ''
}

export function makerStep(view: View, round: number): string {
  const suffix = roundSuffix(round)
  return `${view.state.cycle}-do-maker${suffix ? `-${suffix}` : ''}`
}

/** What the Maker of the present cycle and round left, once it was collected. */
export function presentWork(view: View): EventData['work.collected'] | null {
  const step = makerStep(view, view.state.round)
  return view.state.collected[`${step}-${TESTS}`] ?? view.state.collected[step] ?? null
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
