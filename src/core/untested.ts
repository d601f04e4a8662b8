/** Why a change without a test goes on with a warning, as the decision's rationale says it. */
export const UNTESTED = {
  'no-strategy': 'the plan has no test strategy',
  budget: 'the budget is nearly spent',
  'no-test': 'no test came of the targeted retry',
} as const

export type Untested = keyof typeof UNTESTED

/** Each reason is said once in a cycle. */
export function warningKey(cycle: number, why: Untested): string {
  return `test-first:${cycle}:${why}`
}
