import type { EventData } from '../core/events.ts'

/** The passes since the breaker last closed, oldest first, as rules about stagnation see them. */
export interface PassScene {
  passes: PassFacts[]
}

export type PassFacts = Pick<
  EventData['pass.complete'],
  'check' | 'claims_done' | 'issues_found' | 'issues_fixed' | 'facts'
>

/** Fewer tests fail than after the pass before. To and fro is no progress: a number that was there before does not count. */
export function fewerFail(passes: PassFacts[], index: number): boolean {
  const counts = passes.slice(0, index + 1).map(({ facts }) => facts.failed_tests)
  const now = counts.at(-1)
  const before = counts.at(-2)
  // Older logs do not have the number at all.
  if (typeof now !== 'number' || typeof before !== 'number') return false
  return now < before && !counts.slice(0, -1).includes(now)
}
