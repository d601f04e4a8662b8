import { percentSpent, reaches } from '../core/budget.ts'
import { AT_REST, type BoundaryScene } from './boundary-scene.ts'
import type { Evidence } from './detector.ts'

/** So much of the budget is spent, in whichever unit more is. Without a budget nothing ever is. */
export function budgetReached({ spent, budget }: BoundaryScene, percent: number): Evidence | null {
  const now = percentSpent(spent, budget)
  if (now === null || !reaches(spent, budget, percent)) return null
  const { unit } = now
  const shown = (amount: number) =>
    unit === 'usd' ? `$${amount.toFixed(amount < 1 ? 4 : 2)}` : `${amount} tokens`
  return [`${shown(spent[unit])} of ${shown(budget[unit]!)} is spent (${Math.floor(now.percent)} %)`]
}

/** Of a budget of ten dollars, or of a million tokens. */
export function dollars(usd: number): BoundaryScene {
  return { ...AT_REST, spent: { usd, tokens: 0 }, budget: { usd: 10, tokens: null } }
}

export function tokens(spent: number): BoundaryScene {
  return { ...AT_REST, spent: { usd: 0, tokens: spent }, budget: { usd: null, tokens: 1_000_000 } }
}
