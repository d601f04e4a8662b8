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

/** An amount in each unit, and what it is held against; `null`: no limit in that unit. */
export interface Amount {
  usd: number
  tokens: number
}
export interface Limits {
  usd: number | null
  tokens: number | null
}

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
export function worstCase(spend: Spend, assumption: Amount): Spend {
  return {
    usd: sum(spend.usd, spend.unknown_calls * (known(assumption.usd) ?? 0)),
    tokens: sum(spend.tokens, unknownTokenCalls(spend) * (known(assumption.tokens) ?? 0)),
    unknown_calls: 0,
    ...(spend.estimated_usd ? { estimated_usd: spend.estimated_usd } : {}),
  }
}

/** In whichever unit more is spent; `null` without a budget. A budget of zero is spent before it starts. */
export function percentSpent(
  spent: Amount,
  budget: Limits,
): { percent: number; unit: 'usd' | 'tokens' } | null {
  const usd = percentOf(spent.usd, budget.usd)
  const tokens = percentOf(spent.tokens, budget.tokens)
  if (usd === null) return tokens === null ? null : { percent: tokens, unit: 'tokens' }
  return tokens === null || usd >= tokens
    ? { percent: usd, unit: 'usd' }
    : { percent: tokens, unit: 'tokens' }
}

export function reaches(spent: Amount, budget: Limits, percent: number): boolean {
  const now = percentSpent(spent, budget)
  return now !== null && now.percent + ROUNDING >= percent
}

function percentOf(spent: number, budget: number | null): number | null {
  if (budget === null) return null
  return budget > 0 ? (spent / budget) * 100 : 100
}

function unknownTokenCalls(spend: Spend): number {
  return spend.unknown_token_calls ?? spend.unknown_calls
}

/** What an agent says of itself may be missing, negative or no number: then it is not known. */
export function known(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value >= 0 ? value : null
}

function sum(a: number, b: number): number {
  return Math.min(Number.MAX_VALUE, a + b)
}
