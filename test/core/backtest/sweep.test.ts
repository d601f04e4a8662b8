import { expect, test } from 'vitest'
import { type Counterfactual, counterfactuals } from '../../../src/core/backtest/counterfactual.ts'
import { sumUp } from '../../../src/core/backtest/sums.ts'
import { slowly } from './brute-force.ts'
import { generatedRun } from './generated-runs.ts'

/** A sweep over 200 generated runs: each halt, and every sum, as a slow way of its own gives it. */

/** Every value is told in one walk; every other one is worked out slowly too. */
const SLOW_EVERY = 2

const RUNS = Array.from({ length: 200 }, (_, seed) => generatedRun(seed + 1))
const SWEEPS = {
  'stagnation.threshold': [2, 3, 4, 5, 6].map((threshold) => ({ stagnation: { threshold } })),
  'budget.usd': [1.5].map((usd) => ({ budget: { usd } })),
}

test('no step of these runs was called again', () => {
  const again = RUNS.flat().filter(({ type, data }) => type === 'correction.applied' && data.step !== null)
  expect(again).toEqual([])
})

test.each(Object.entries(SWEEPS))('%s', (_, changes) => {
  const told = RUNS.map((events) => counterfactuals(events, changes)!)
  for (const [nth, change] of changes.entries()) {
    if (nth % SLOW_EVERY > 0) continue
    const all = told.map((each) => each[nth]!)
    const slow = RUNS.map((events) => slowly(events, change))
    expect(all.map(haltOf)).toEqual(slow.map((halt) => halt && { seq: halt.seq, work: halt.work }))
    expectSums(all, slow)
  }
})

function haltOf(told: Counterfactual) {
  return told.halt && { seq: told.halt.seq, work: told.halt.work }
}

function expectSums(all: Counterfactual[], slow: ReturnType<typeof slowly>[]): void {
  const halts = slow.flatMap((halt) => (halt?.work ? [halt] : []))
  const sums = sumUp(all)
  expect(sums).toMatchObject({
    halts: halts.length,
    right: halts.filter(({ right }) => right === true).length,
    wrong: halts.filter(({ right }) => right === false).length,
  })
  for (const [spent, right] of [
    [sums.saved, true],
    [sums.cut, false],
  ] as const) {
    const some = halts.filter((halt) => halt.right === right)
    const sum = (key: 'tokens' | 'usd' | 'unknown' | 'minutes') =>
      some.reduce((all, halt) => all + halt[key], 0)
    expect(spent.tokens).toBe(sum('tokens'))
    expect(spent.unknown_calls).toBe(sum('unknown'))
    expect(spent.usd).toBeCloseTo(sum('usd'), 6)
    expect(spent.minutes).toBeCloseTo(sum('minutes'), 6)
  }
}
