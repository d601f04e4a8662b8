import { FEATURES } from './features.ts'
import type { Linear, Watching } from './model-data.ts'
import type { Moment } from './moment.ts'

export function scoreOf({ weights, bias }: Linear, values: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * (values[at] ?? 0), bias)
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, value))))
}

const MOST_REASONS = 3
/** Less than this moves no probability worth speaking of. */
const LEAST = 0.1

/** What speaks for it most, in words: weight times the distance from the usual. */
export function reasonsFor({ weights, centres }: Linear, values: readonly number[]): string[] {
  const said = FEATURES.map((feature, at) => {
    const away = (values[at] ?? 0) - (centres[at] ?? 0)
    return { words: away > 0 ? feature.more : feature.less, part: (weights[at] ?? 0) * away }
  })
  const telling = said
    .filter(({ words, part }) => words !== null && part > LEAST)
    .sort((a, b) => b.part - a.part)
  return [...new Set(telling.map(({ words }) => words!))].slice(0, MOST_REASONS)
}

/** A thirtieth of the budget: pressure grows by shares of it, so that a long budget is not more often suspected. */
const UNIT = 30

/** With its own check green since the last source edit, the score counts as no more than this. */
const GREEN = -1

export interface Scored {
  score: number
  moment: Moment
  /** Its own check is green since the last source edit. */
  green: boolean
  /** It looks at what goes on in the background: no sign of anything. */
  waiting: boolean
}

/** What is above the reference adds up; what is below takes away (CUSUM). */
export function pressureAfter({ reference, from }: Watching, before: number, now: Scored): number {
  const { share, width } = now.moment
  if (share === null || share < from) return 0
  if (now.waiting) return before
  const score = now.green ? Math.min(now.score, GREEN) : now.score
  return Math.max(0, before + (score - reference) * width * UNIT)
}
