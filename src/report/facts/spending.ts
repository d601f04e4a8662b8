import { addUsage, NOTHING_SPENT, type Spend } from '../../core/budget.ts'
import type { Usage } from '../../core/events.ts'
import type { Share, Spending, SpendPoint } from './facts.ts'

interface Charged {
  name: string
  at_ms: number
  ms: number
  usage: Usage
}

/** More points than these are not seen on a screen. */
const MAX_POINTS = 240
/** More names than these are one: "others". */
const MAX_NAMES = 12
const OTHERS = 'others'

interface Account {
  spend: Spend
  calls: number
  ms: number
}

export interface Purse {
  charge(call: Charged): void
  result(): Spending
}

/** Sums by name, and how they came to be. When there are too many points every second one goes: each holds sums, so none is wrong. */
export function purse(): Purse {
  const accounts = new Map<string, Account>()
  let points: SpendPoint[] = []
  return {
    charge({ name, at_ms, ms, usage }) {
      const known = accounts.has(name) || accounts.size < MAX_NAMES - 1
      const key = known ? name : OTHERS
      const { spend, calls, ms: before } = accounts.get(key) ?? { spend: NOTHING_SPENT, calls: 0, ms: 0 }
      accounts.set(key, { spend: addUsage(spend, usage), calls: calls + 1, ms: before + ms })
      points.push(pointOf(accounts, at_ms))
      if (points.length > MAX_POINTS) points = points.filter((_, at) => at % 2 === 0)
    },
    result() {
      const shares = [...accounts].map(shareOf)
      return { shares, points: points.map((point) => padded(point, shares.length)) }
    },
  }
}

function pointOf(accounts: Map<string, Account>, at_ms: number): SpendPoint {
  const all = [...accounts.values()]
  return { at_ms, usd: all.map(({ spend }) => spend.usd), tokens: all.map(({ spend }) => spend.tokens) }
}

function shareOf([name, { spend, calls, ms }]: [string, Account]): Share {
  const { usd, tokens, unknown_calls } = spend
  return { name, calls, usd, tokens, unknown_calls, ms }
}

/** Who was not there yet had spent nothing. */
function padded({ at_ms, usd, tokens }: SpendPoint, length: number): SpendPoint {
  const none = Array.from({ length: length - usd.length }, () => 0)
  return { at_ms, usd: [...usd, ...none], tokens: [...tokens, ...none] }
}
