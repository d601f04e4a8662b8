import { budgetOf } from '../../core/allowance.ts'
import type { AgentCall } from '../../core/commands.ts'
import { systemClock } from '../clock.ts'
import type { RunContext } from '../context.ts'
import { spendNow } from './budget-watch.ts'

/** How much of what a call may take it has taken by now: of its time, and of the money and tokens that were left when it began. */
export function budgetShare(context: RunContext, call: AgentCall): () => number {
  // Which stands still while the machine sleeps, as the limits do.
  const began = systemClock.monotonic()
  const minutes = Math.min(context.config.limits.agent_minutes, call.minutes ?? Number.POSITIVE_INFINITY)
  const budget = budgetOf(context.state, context.config.budget)
  const before = spendNow(context)
  return () => {
    const spend = spendNow(context)
    const shares = [
      (systemClock.monotonic() - began) / (minutes * 60_000),
      part(spend.usd - before.usd, budget.usd, before.usd),
      part(spend.tokens - before.tokens, budget.tokens, before.tokens),
    ]
    return Math.min(1, Math.max(0, ...shares))
  }
}

function part(taken: number, budget: number | null, before: number): number {
  if (budget === null) return 0
  return taken / Math.max(budget - before, Number.EPSILON)
}
