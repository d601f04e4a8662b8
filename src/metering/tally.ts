import type { Usage } from '../core/events.ts'
import type { Price } from '../policy/prices.ts'
import { costOf, priceOf } from '../policy/prices-lookup.ts'
import type { Reading } from './protocols.ts'

/** What the requests of one call came to. */
export interface Tally {
  /** Requests that were answered, or cut off while they were. */
  requests: number
  /** Those that were refused, or never reached anybody: they cost nothing. */
  refused: number
  /** Of these, those whose counts are not known, or not to the end. */
  unknown: number
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
  usd: number
  /** Requests to models that nobody knows the price of. */
  unpriced: number
}

export const NO_REQUESTS: Tally = {
  requests: 0,
  refused: 0,
  unknown: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  usd: 0,
  unpriced: 0,
}

export function addRequest(
  tally: Tally,
  { reading, complete }: { reading: Reading; complete: boolean },
  prices: Record<string, Price>,
): Tally {
  const { cacheRead, cacheWrite } = reading
  const tokens = { input: reading.input ?? 0, output: reading.output ?? 0, cacheRead, cacheWrite }
  const price = priceOf(reading.model, prices)
  return {
    ...tally,
    requests: tally.requests + 1,
    unknown: tally.unknown + (complete ? 0 : 1),
    input: tally.input + tokens.input,
    output: tally.output + tokens.output,
    cacheRead: tally.cacheRead + cacheRead,
    cacheWrite: tally.cacheWrite + cacheWrite,
    usd: tally.usd + (price ? costOf(price, tokens, 'request') : 0),
    unpriced: tally.unpriced + (price ? 0 : 1),
  }
}

/** A call may have more than one line out. */
export function addTallies(tallies: Tally[]): Tally {
  const sum = { ...NO_REQUESTS }
  for (const tally of tallies) for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key]
  return sum
}

/** `null`: nothing was counted, so this says nothing. */
export function usageOfTally(tally: Tally): Usage | null {
  const isUnread = tally.requests > 0 && tally.unknown === tally.requests && tally.input + tally.output === 0
  if (isUnread || tally.requests + tally.refused === 0) return null
  const isPriced = tally.unpriced === 0
  return {
    input_tokens: tally.input,
    output_tokens: tally.output,
    cache_read_tokens: tally.cacheRead,
    cache_write_tokens: tally.cacheWrite,
    cost_usd: isPriced ? tally.usd : null,
    ...(isPriced && tally.requests > 0 ? { cost_estimated: true } : {}),
    turns: null,
    ...(tally.unknown > 0 ? { partial: true } : {}),
  }
}
