import type { Agent, AgentFailure } from '../../agents/agent.ts'
import { budgetOf } from '../../core/allowance.ts'
import { addUsage, reaches, type Spend, worstCase } from '../../core/budget.ts'
import type { AgentCall } from '../../core/commands.ts'
import type { Usage } from '../../core/events.ts'
import { money, spent } from '../../report/words.ts'
import type { RunContext } from '../context.ts'

/** Ends a call in which the budget is spent, where the agent does not stop by itself. */
export interface BudgetWatch {
  /** What the call has used so far. */
  take(usage: Usage): void
  signal: AbortSignal
  /** Why it was ended; `null` if it was not, or not by this. */
  failure(): AgentFailure | null
  end(): void
}

export function watchBudget(context: RunContext, call: AgentCall, agent: Agent): BudgetWatch {
  const budget = budgetOf(context.state, context.config.budget)
  const ours = { usd: agent.capabilities.budget ? null : budget.usd, tokens: budget.tokens }
  const over = new AbortController()
  const stopped = context.abort.signal
  return {
    take(usage) {
      context.running.set(call.step, usage)
      const spend = spendNow(context)
      if (over.signal.aborted || !reaches(spend, ours, 100)) return
      over.abort(overdrawn(spend, budget))
    },
    signal: AbortSignal.any([stopped, over.signal]),
    failure: () =>
      over.signal.aborted && !stopped.aborted
        ? { cause: 'budget', message: String(over.signal.reason), retryAt: null }
        : null,
    end: () => void context.running.delete(call.step),
  }
}

/** What the log says was spent, and what every call that is still under way has used by now. */
export function spendNow({ state, running }: RunContext): Spend {
  const before = worstCase(state.spend, state.largestCall)
  // What is not known of them yet is no call of unknown cost: they are not over.
  return { ...[...running.values()].reduce(addUsage, before), unknown_calls: 0 }
}

function overdrawn(now: Spend, { usd, tokens }: RunContext['config']['budget']): string {
  const parts = [
    usd === null ? '' : `${spent(now)} of ${money(usd)}`,
    tokens === null ? '' : `${now.tokens} of ${tokens} tokens`,
  ]
  return `it was ended because the budget is spent: ${parts.filter(Boolean).join(', ')}`
}
