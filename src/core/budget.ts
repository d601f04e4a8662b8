import type { Usage } from './events.ts'

/** What a run has spent. Pure arithmetic: what a call did not say is unknown, and never a credit. */
export interface Spend {
  usd: number
  tokens: number
  /** Calls that did not say what they cost, or not all of it. */
  unknown_calls: number
  /** Calls that did not say their tokens, where that is another number. */
  unknown_token_calls?: number
  /** The part of `usd` that nobody said: tokens at the price table's prices. */
  estimated_usd?: number
}

export type Threshold = 50 | 80 | 95 | 100

const THRESHOLDS: readonly Threshold[] = [100, 95, 80, 50]
/** Sums of cents are inexact: eight times 0.1 must reach 80 % of 1. */
const ROUNDING = 1e-9

export const NOTHING_SPENT: Spend = { usd: 0, tokens: 0, unknown_calls: 0 }

export function addUsage(spend: Spend, usage: Usage): Spend {
  const cost = known(usage.cost_usd)
  const input = known(usage.input_tokens)
  const output = known(usage.output_tokens)
  const partial = usage.partial === true
  const tokenless = unknownTokenCalls(spend) + (partial || input === null || output === null ? 1 : 0)
  const calls = spend.unknown_calls + (partial || cost === null ? 1 : 0)
  const estimate = sum(spend.estimated_usd ?? 0, usage.cost_estimated ? (cost ?? 0) : 0)
  return {
    usd: sum(spend.usd, cost ?? 0),
    tokens: sum(spend.tokens, (input ?? 0) + (output ?? 0)),
    unknown_calls: calls,
    ...(tokenless === calls ? {} : { unknown_token_calls: tokenless }),
    ...(estimate > 0 ? { estimated_usd: estimate } : {}),
  }
}

/** The spend if every unknown call cost as much as `assumption`. Nothing is unknown in the result. */
export function worstCase(spend: Spend, assumption: { usd: number; tokens: number }): Spend {
  return {
    usd: sum(spend.usd, spend.unknown_calls * (known(assumption.usd) ?? 0)),
    tokens: sum(spend.tokens, unknownTokenCalls(spend) * (known(assumption.tokens) ?? 0)),
    unknown_calls: 0,
    ...(spend.estimated_usd ? { estimated_usd: spend.estimated_usd } : {}),
  }
}

/** The highest threshold reached in either unit. A budget of zero is spent before it starts. */
export function crossed(
  spend: Spend,
  budget: { usd: number | null; tokens: number | null },
): Threshold | null {
  const percent = Math.max(percentOf(spend.usd, budget.usd), percentOf(spend.tokens, budget.tokens))
  return THRESHOLDS.find((threshold) => percent + ROUNDING >= threshold) ?? null
}

function percentOf(spent: number, budget: number | null): number {
  if (budget === null) return 0
  return budget > 0 ? (spent / budget) * 100 : 100
}

function unknownTokenCalls(spend: Spend): number {
  return spend.unknown_token_calls ?? spend.unknown_calls
}

function known(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value >= 0 ? value : null
}

function sum(a: number, b: number): number {
  return Math.min(Number.MAX_VALUE, a + b)
}
