import type { Usage } from '../core/events.ts'
import type { Price } from '../policy/prices.ts'
import { costOf, priceOf } from '../policy/prices-lookup.ts'
import { type Tally, usageOfTally } from './tally.ts'

const UNKNOWN: Usage = { input_tokens: null, output_tokens: null, cost_usd: null, turns: null }

/** What is known about one call when it is over. */
export interface Accounts {
  /** The agent's own figures for the whole call. */
  agent: Usage | null
  /** The last it said while it was at work, for a call that came to no result. */
  running: Usage | null
  /** What the meter counted; `null` without one. */
  tally: Tally | null
  model: string | null
  prices: Record<string, Price>
}

export interface Settled {
  usage: Usage
  usage_source: 'agent' | 'proxy' | 'unknown'
  agent_usage?: Usage
}

/** The meter's count is the truth where there is one; what nobody said stays unknown. */
export function settle(accounts: Accounts): Settled {
  const own = ownFigures(accounts)
  const metered = accounts.tally && usageOfTally(accounts.tally)
  if (metered) {
    const usage = { ...metered, ...costOfBoth(metered, own), turns: own?.turns ?? null }
    const differs = own !== null && hasTokens(own) && !sameTokens(metered, own)
    return { usage, usage_source: 'proxy', ...(differs ? { agent_usage: own } : {}) }
  }
  if (own === null) return { usage: UNKNOWN, usage_source: 'unknown' }
  return { usage: estimated(own, accounts.model, accounts.prices), usage_source: 'agent' }
}

/** Adds what the tokens cost by the price table, where nobody said it and somebody can know. */
export function estimated(usage: Usage, model: string | null, prices: Record<string, Price>): Usage {
  const { input_tokens: input, output_tokens: output } = usage
  const price = priceOf(model, prices)
  if (usage.cost_usd !== null || input === null || output === null || price === null) return usage
  const cacheRead = usage.cache_read_tokens ?? 0
  const cacheWrite = usage.cache_write_tokens ?? 0
  const cost_usd = costOf(price, { input, output, cacheRead, cacheWrite }, 'call')
  return { ...usage, cost_usd, cost_estimated: true }
}

function ownFigures({ agent, running }: Accounts): Usage | null {
  if (agent !== null && says(agent)) return agent
  return running !== null && says(running) ? { ...running, partial: true } : null
}

function says(usage: Usage): boolean {
  return usage.input_tokens !== null || usage.output_tokens !== null || usage.cost_usd !== null
}

/** The agent knows its own rebates, so its sum counts where both counted the same tokens, or where we have no price. */
function costOfBoth(metered: Usage, own: Usage | null): Partial<Usage> {
  if (own === null || own.cost_usd === null) return {}
  if (metered.cost_usd !== null && !sameTokens(metered, own)) return {}
  return { cost_usd: own.cost_usd, cost_estimated: own.cost_estimated ?? false }
}

function hasTokens(usage: Usage): boolean {
  return usage.input_tokens !== null && usage.output_tokens !== null
}

function sameTokens(a: Usage, b: Usage): boolean {
  return a.input_tokens === b.input_tokens && a.output_tokens === b.output_tokens
}
