import type { Limits } from './budget.ts'
import type { RunState } from './state.ts'

/** The gate at which a person is asked for as much again; each has its number. */
export const MORE_BUDGET = 'budget-'

/** How often a person said at the limit that the run goes on. */
export function extensions({ gates }: Pick<RunState, 'gates'>): number {
  return Object.values(gates).filter(
    ({ id, answer }) => id.startsWith(`limits-${MORE_BUDGET}`) && answer === 'yes',
  ).length
}

/** The budget as it stands: as much again for each time. */
export function budgetOf(state: Pick<RunState, 'gates'>, { usd, tokens }: Limits): Limits {
  const times = 1 + extensions(state)
  return { usd: usd === null ? null : usd * times, tokens: tokens === null ? null : tokens * times }
}
