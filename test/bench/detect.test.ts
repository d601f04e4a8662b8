import { describe, expect, test } from 'vitest'
import { intervals, randomFrom } from '../../bench/detect/bootstrap.ts'
import { fitLogistic, type Table } from '../../bench/detect/logistic.ts'
import { areaUnder, calibrationOf, figuresOf, foundAt } from '../../bench/detect/measure.ts'
import { inferredCap } from '../../bench/detect/read-data.ts'
import { fitSigned } from '../../bench/detect/signed.ts'
import type { TracedRun } from '../../bench/detect/traced.ts'

const random = randomFrom(7)
const table = (rows: number): Table => {
  const values = Float64Array.from({ length: rows * 2 }, () => random() * 2 - 1)
  const labels = Float64Array.from({ length: rows }, (_, at) =>
    random() < 1 / (1 + Math.exp(-3 * values[at * 2]!)) ? 1 : 0,
  )
  return { values, width: 2, labels, weights: new Float64Array(rows).fill(1) }
}

describe('fitting', () => {
  test('finds the weight that made the labels, and none for noise', () => {
    const { weights } = fitLogistic(table(4000), 1)
    expect(weights[0]).toBeGreaterThan(2.5)
    expect(weights[0]).toBeLessThan(3.5)
    expect(Math.abs(weights[1]!)).toBeLessThan(0.3)
  })

  test('keeps to the signs that are allowed', () => {
    const data = table(500)
    expect(fitSigned(data, 1, [-1, 0]).weights[0]).toBeCloseTo(0)
    expect(fitSigned(data, 1, [1, 0]).weights[0]).toBeGreaterThan(1)
  })
})

describe('measuring', () => {
  const run = (over: Partial<TracedRun>) =>
    ({
      resolved: false,
      exhausted: false,
      cut: false,
      length: 4,
      chars: [1, 1, 1, 1],
      sourceEdits: [],
      ...over,
    }) as TracedRun

  test('counts what was ended, what that saved, and where an edit was still to come', () => {
    const figures = figuresOf([
      { run: run({ exhausted: true, cut: true }), spoken: { nudge: 0, halt: 1 } },
      { run: run({ exhausted: true, cut: true }), spoken: { nudge: null, halt: null } },
      { run: run({ resolved: true, sourceEdits: [2] }), spoken: { nudge: 1, halt: 1 } },
      { run: run({ resolved: true, sourceEdits: [1] }), spoken: { nudge: null, halt: null } },
    ])
    expect(figures).toMatchObject({ recall: 0.5, falseHalts: 0.5, harmful: 0.5, nudgeRecall: 0.5 })
    // 1 + 2 + 3 + 4 for each run; 3 + 4 of one are saved.
    expect(figures.saved).toBeCloseTo(7 / 20)
    expect(figures.netSaved).toBeCloseTo((7 - 10) / 20)
  })

  test('knows the area under the curve, ties among them, and what is found at a share of accused', () => {
    const points = [1, 2, 3, 4].map((score) => ({ score, wrong: score > 2 }))
    expect(areaUnder(points)).toBe(1)
    expect(areaUnder(points.map((point) => ({ ...point, score: 0 })))).toBe(0.5)
    expect(foundAt(points, 0.1)).toBe(1)
  })

  test('says how far probabilities are from what came', () => {
    expect(
      calibrationOf([
        { probability: 0.95, wrong: true },
        { probability: 0.05, wrong: false },
      ]).error,
    ).toBeCloseTo(0.05)
  })

  test('draws the same intervals each time', () => {
    const items = Array.from({ length: 40 }, (_, at) => ({ instance: String(at % 8), value: at }))
    const mean = (drawn: typeof items) => ({
      mean: drawn.reduce((sum, { value }) => sum + value, 0) / drawn.length,
    })
    const draw = () => intervals(items, ({ instance }) => instance, mean)
    expect(draw()).toEqual(draw())
    expect(draw().mean![0]).toBeLessThan(draw().mean![1])
  })

  test('tells the limit of steps by where many runs end', () => {
    expect(inferredCap([5, 7, 30, 30, 12, 30, 31])).toBe(30)
    expect(inferredCap(Array.from({ length: 40 }, (_, at) => at + 1))).toBe(40)
  })
})
