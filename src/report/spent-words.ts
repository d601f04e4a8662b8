import type { Spent } from '../core/backtest/effect.ts'
import { duration, money, plural } from './words.ts'

/** What was spent in a stretch of a run. What calls did not say is named, and never a zero. */
export function spentWords(spent: Spent): string {
  return [plural(spent.passes, 'pass', 'passes'), timeWords(spent), tokenWords(spent), costWords(spent)].join(
    ', ',
  )
}

export function timeWords({ minutes }: Pick<Spent, 'minutes'>): string {
  return duration(minutes * 60_000)
}

function tokenWords({ tokens, unknown_token_calls: unknown }: Spent): string {
  if (tokens === 0 && unknown > 0) return 'unknown tokens'
  return `${tokens.toLocaleString('en')} tokens${unknown > 0 ? ` + ${plural(unknown, 'call')} unknown` : ''}`
}

export function costWords({ usd, estimated_usd: estimate, unknown_calls: unknown }: Spent): string {
  if (usd === 0 && unknown > 0) return 'unknown cost'
  // A sum of cents may end below zero by a rounding error.
  const known = money(Math.max(0, usd), estimate > 0)
  return unknown > 0 ? `${known} + ${plural(unknown, 'call')} of unknown cost` : known
}
