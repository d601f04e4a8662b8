import { plainName } from './plain-name.ts'
import { type Price, prices } from './prices.ts'

/** Tokens of one request or one call. The cached ones are part of `input`. */
export interface PricedTokens {
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
}

/** The user's own rows come first. `null`: nobody knows what this model costs. */
export function priceOf(model: string | null, own: Record<string, Price> = {}): Price | null {
  if (model === null) return null
  const name = plainName(model)
  const rows = [...Object.entries(own), ...Object.entries(prices)]
  return rows.find(([pattern]) => fits(pattern, model) || fits(pattern, name))?.[1] ?? null
}

/** `long` counts only where the tokens are those of a single request. */
export function costOf(price: Price, tokens: PricedTokens, of: 'request' | 'call'): number {
  const isLong = of === 'request' && price.long !== undefined && tokens.input > price.long.above
  const rate = isLong ? price.long! : price
  const fresh = Math.max(0, tokens.input - tokens.cacheRead - tokens.cacheWrite)
  const micro =
    fresh * rate.input +
    tokens.cacheRead * (rate.cache_read ?? rate.input) +
    tokens.cacheWrite * (rate.cache_write ?? rate.input) +
    tokens.output * rate.output
  return micro / 1_000_000
}

/** `*` is any run of characters, `[567]` one of them; everything else is itself. */
function fits(pattern: string, name: string): boolean {
  const source = pattern.replace(/[.+?^${}()|\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${safeSets(source)}$`, 'i').test(name)
}

/** A set holds letters and digits; a lone bracket is a bracket. */
function safeSets(source: string): string {
  return source.replace(/\[([a-z0-9]+)\]|[[\]]/gi, (match, set) => (set ? match : `\\${match}`))
}
