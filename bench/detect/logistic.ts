import type { Linear } from '../../src/trace/model-data.ts'

/** Rows side by side in one array, with a label and a weight each. */
export interface Table {
  values: Float64Array
  width: number
  labels: Float64Array
  weights: Float64Array
}

const ROUNDS = 25

/** Logistic regression with L2 on standardised features, by Newton's method. Deterministic. */
export function fitLogistic(table: Table, l2: number): Linear {
  const { centres, spreads, rows } = standardised(table)
  const size = table.width + 1
  const scale = table.labels.length / sum(table.weights)
  let beta = new Float64Array(size)
  for (let round = 0; round < ROUNDS; round++) {
    const { gradient, hessian } = slopes({ table, rows, beta, scale })
    for (let at = 0; at < table.width; at++) {
      gradient[at]! += l2 * beta[at]!
      hessian[at * size + at]! += l2
    }
    hessian[size * size - 1]! += 1e-6
    const step = solve(hessian, gradient)
    beta = beta.map((value, at) => value - step[at]!)
    if (Math.max(...step.map(Math.abs)) < 1e-6) break
  }
  const weights = Array.from(centres, (_, at) => beta[at]! / spreads[at]!)
  const bias = weights.reduce((rest, weight, at) => rest - weight * centres[at]!, beta[table.width]!)
  return { weights, centres: [...centres], bias }
}

/** Each column around its weighted mean, in its own spread. */
export function standardised({ values, width, weights }: Table) {
  const total = sum(weights)
  const centres = new Float64Array(width)
  const spreads = new Float64Array(width)
  weights.forEach((weight, row) => {
    for (let at = 0; at < width; at++) centres[at]! += (weight * values[row * width + at]!) / total
  })
  weights.forEach((weight, row) => {
    for (let at = 0; at < width; at++)
      spreads[at]! += (weight * (values[row * width + at]! - centres[at]!) ** 2) / total
  })
  for (let at = 0; at < width; at++) spreads[at] = Math.max(1e-3, Math.sqrt(spreads[at]!))
  const rows = new Float64Array(values.length)
  for (let at = 0; at < values.length; at++)
    rows[at] = (values[at]! - centres[at % width]!) / spreads[at % width]!
  return { centres, spreads, rows }
}

interface Point {
  table: Table
  rows: Float64Array
  beta: Float64Array
  scale: number
}

function slopes({ table, rows, beta, scale }: Point) {
  const { width, labels, weights } = table
  const size = width + 1
  const gradient = new Float64Array(size)
  const hessian = new Float64Array(size * size)
  const row = new Float64Array(size).fill(1)
  for (let at = 0; at < labels.length; at++) {
    let score = beta[width]!
    for (let k = 0; k < width; k++) {
      row[k] = rows[at * width + k]!
      score += beta[k]! * row[k]!
    }
    const p = 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, score))))
    const off = weights[at]! * scale * (p - labels[at]!)
    const curve = weights[at]! * scale * p * (1 - p)
    for (let k = 0; k < size; k++) {
      gradient[k]! += off * row[k]!
      const left = curve * row[k]!
      for (let j = k; j < size; j++) hessian[k * size + j]! += left * row[j]!
    }
  }
  for (let k = 0; k < size; k++) for (let j = 0; j < k; j++) hessian[k * size + j] = hessian[j * size + k]!
  return { gradient, hessian }
}

/** Cholesky: the matrix is symmetric and positive. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length
  const lower = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i * n + j]!
      for (let k = 0; k < j; k++) rest -= lower[i * n + k]! * lower[j * n + k]!
      lower[i * n + j] = i === j ? Math.sqrt(Math.max(1e-12, rest)) : rest / lower[j * n + j]!
    }
  }
  const result = Float64Array.from(right)
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) result[i]! -= lower[i * n + k]! * result[k]!
    result[i]! /= lower[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) result[i]! -= lower[k * n + i]! * result[k]!
    result[i]! /= lower[i * n + i]!
  }
  return result
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
