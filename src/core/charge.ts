import { addUsage } from './budget.ts'
import type { Usage } from './events.ts'
import type { RunState } from './state.ts'

/** Adds a call to the spend, and remembers the dearest: calls of unknown cost are charged like it. */
export function charge(state: RunState, usage: Usage): void {
  const before = state.spend
  state.spend = addUsage(before, usage)
  state.largestCall = {
    usd: Math.max(state.largestCall.usd, state.spend.usd - before.usd),
    tokens: Math.max(state.largestCall.tokens, state.spend.tokens - before.tokens),
  }
}
