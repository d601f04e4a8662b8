import type { Linear } from '../../src/trace/model-data.ts'
import { standardised, type Table } from './logistic.ts'

const ROUNDS = 400

/**
 * Logistic regression in which a weight may only have the sign that its feature has words for (0: either). Few runs and
 * many features make others out of chance; and a reason that is given is then one that counts. Projected gradient, with momentum.
 */
export function fitSigned(table: Table, l2: number, signs: readonly number[]): Linear {
  const { centres, spreads, rows } = standardised(table)
  const { width, labels, weights } = table
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const pull = l2 / labels.length
  // No step is longer than the curve allows: each standardised column adds at most a quarter.
  const pace = 1 / (0.25 * (width + 1) + pull)
  let beta = new Float64Array(width + 1)
  let ahead = beta
  let momentum = 1
  for (let round = 0; round < ROUNDS; round++) {
    const slope = slopeAt({ rows, width, labels, weights, total }, ahead)
    const next = ahead.map((value, at) => value - pace * (slope[at]! + (at < width ? pull * value : 0)))
    signs.forEach((sign, at) => {
      if (next[at]! * sign < 0) next[at] = 0
    })
    const faster = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2
    const before = beta
    ahead = next.map((value, at) => value + ((momentum - 1) / faster) * (value - before[at]!))
    beta = next
    momentum = faster
  }
  const raw = Array.from(centres, (_, at) => beta[at]! / spreads[at]!)
  return {
    weights: raw,
    centres: [...centres],
    bias: raw.reduce((rest, weight, at) => rest - weight * centres[at]!, beta[width]!),
  }
}

interface Rows extends Pick<Table, 'width' | 'labels' | 'weights'> {
  rows: Float64Array
  total: number
}

function slopeAt({ rows, width, labels, weights, total }: Rows, beta: Float64Array): Float64Array {
  const slope = new Float64Array(width + 1)
  labels.forEach((label, row) => {
    let score = beta[width]!
    for (let at = 0; at < width; at++) score += beta[at]! * rows[row * width + at]!
    const off = (weights[row]! / total) * (1 / (1 + Math.exp(-Math.max(-30, Math.min(30, score)))) - label)
    for (let at = 0; at < width; at++) slope[at]! += off * rows[row * width + at]!
    slope[width]! += off
  })
  return slope
}
