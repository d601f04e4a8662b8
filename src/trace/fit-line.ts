import { logistic } from './score.ts'

export interface LinePoint {
  score: number
  /** 1: it came true. */
  label: 0 | 1
  weight: number
}

const ROUNDS = 40

/** What a score means as a probability: a line through the log-odds, by Newton's method. `prior` holds the scale to 1. */
export function fitLine(points: readonly LinePoint[], prior = 1e-6): { scale: number; shift: number } {
  let scale = 1
  let shift = 0
  for (let round = 0; round < ROUNDS; round++) {
    const sum = { a: prior * (scale - 1), b: 0, aa: prior, ab: 0, bb: 1e-6 }
    for (const { score, label, weight } of points) {
      const p = logistic(scale * score + shift)
      const curve = weight * p * (1 - p)
      sum.a += weight * (p - label) * score
      sum.b += weight * (p - label)
      sum.aa += curve * score * score
      sum.ab += curve * score
      sum.bb += curve
    }
    const determinant = sum.aa * sum.bb - sum.ab * sum.ab
    scale -= (sum.bb * sum.a - sum.ab * sum.b) / determinant
    shift -= (sum.aa * sum.b - sum.ab * sum.a) / determinant
  }
  return { scale, shift }
}
