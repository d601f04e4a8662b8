import { describe, expect, test } from 'vitest'
import { falseCompletion } from '../../src/detectors/trace/false-completion.ts'
import { type CalibrationExample, calibrate } from '../../src/trace/calibrate.ts'
import { createWatch } from '../../src/trace/create-watch.ts'
import { FEATURES } from '../../src/trace/features.ts'
import { createTrace } from '../../src/trace/trace.ts'
import { weights } from '../../src/trace/weights.ts'
import { type Did, edit, read, run, stepsOf, times, write } from './support.ts'

const watchOf = (
  dids: readonly Did[],
  agent: string | null = 'openhands-0.20',
  budget: number | null = 30,
) => {
  const watch = createWatch({ agent, task: null, detectors: {} })
  const seen = stepsOf(dids).flatMap((step, at) => watch.add(step, budget && Math.min(1, (at + 1) / budget)))
  return { watch, seen }
}
const factsOf = (dids: readonly Did[]) => {
  const trace = createTrace()
  return stepsOf(dids)
    .map((step, at) => trace.add(step, (at + 1) / 30))
    .at(-1)!
}

describe('the shipped weights', () => {
  test('are for the features that there are, in their order', () => {
    expect(weights.features).toEqual(FEATURES.map(({ name }) => name))
    expect(weights.stagnation.weights).toHaveLength(FEATURES.length)
    expect(weights.falseCompletion.weights).toHaveLength(FEATURES.length)
  })

  test('say where they come from, and are small', () => {
    for (const said of Object.values(weights.provenance)) expect(String(said)).not.toBe('')
    expect(JSON.stringify(weights).length).toBeLessThan(200 * 1024)
  })

  test('accuse where the rule at the finish does', () => {
    expect(falseCompletion.thresholds.nudge).toBeCloseTo(weights.falseCompletion.accuse, 1)
  })

  test('give no share of the budget a weight of its own', () => {
    const budget = FEATURES.flatMap(({ family }, at) =>
      family === 'budget' ? [weights.stagnation.weights[at]] : [],
    )
    expect(new Set(budget)).toEqual(new Set([0]))
  })
})

describe('a trace', () => {
  test('tells source from tests, scratch files and documents', () => {
    const { edits } = factsOf([
      edit('src/a.py', 'x'),
      edit('tests/test_a.py', 'x'),
      write('reproduce_bug.py'),
      edit('README.md', 'x'),
    ])
    expect(edits).toMatchObject({ tried: 4, source: 1, test: 1, scratch: 1, doc: 1, existing: 1 })
  })

  test('does not take a look for an edit, nor a refused edit for one', () => {
    const { edits } = factsOf([read('src/a.py'), edit('src/a.py', 'x', true)])
    expect(edits).toMatchObject({ tried: 1, failed: 1, source: 0, last: null })
  })

  test('sees a check turn green, and an edit make that unknown again', () => {
    const red = [
      write('repro.py'),
      run('python repro.py', 'Traceback\nValueError: x', 1),
      edit('src/a.py', 'x'),
    ]
    const green = [...red, run('python repro.py', 'fine')]
    expect(factsOf(red).checks).toMatchObject({ lastScript: 'red', scriptSince: null, turnedGreen: false })
    expect(factsOf(green).checks).toMatchObject({ scriptSince: 'green', turnedGreen: true })
    expect(factsOf([...green, edit('src/a.py', 'y')]).checks).toMatchObject({
      scriptSince: null,
      turnedGreen: false,
      everTurnedGreen: true,
    })
  })

  test('counts edits that change nothing in what the check says', () => {
    const fails = run('python repro.py', 'Traceback\nValueError: x', 1)
    const dids = [write('repro.py'), fails, edit('src/a.py', '1'), fails, edit('src/a.py', '2'), fails]
    expect(factsOf(dids).checks).toMatchObject({ unchanged: 2, unchangedInRow: 2, redInRow: 3 })
  })
})

describe('a watch', () => {
  const stuck = [write('repro.py'), ...times(26, () => run('python repro.py', 'Traceback\nValueError: x', 1))]

  test('gives a probability with reasons in words, and says for whom it is calibrated', () => {
    const estimate = watchOf(stuck).watch.stagnation()!
    expect(estimate.calibrated).toBe(true)
    expect(estimate.probability).toBeGreaterThan(0.5)
    expect(estimate.reasons.length).toBeGreaterThan(0)
    expect(watchOf(stuck, 'another').watch.stagnation()).toMatchObject({
      calibrated: false,
      probability: expect.any(Number),
    })
  })

  test('does nothing by the model for an agent that it is not calibrated for', () => {
    const { seen } = watchOf(stuck, 'another')
    expect(seen.map(({ detector }) => detector)).not.toContain('trace.stagnation')
  })

  test('knows nothing without a budget', () => {
    const { watch } = watchOf(stuck, 'openhands-0.20', null)
    expect([watch.stagnation(), watch.falseCompletion(null), watch.sample()]).toEqual([null, null, null])
  })

  test('gives the same for the same steps', () => {
    expect(watchOf(stuck).seen).toEqual(watchOf(stuck).seen)
  })

  test('takes a user calibration before the shipped one', () => {
    const calibration = { agent: 'another', scale: 1, shift: 0, nudge: 0.1, halt: 0.2, runs: 50 }
    const watch = createWatch({ agent: 'another', task: null, detectors: {}, calibration })
    const seen = stepsOf(stuck).flatMap((step, at) => watch.add(step, (at + 1) / 30))
    expect(seen.map(({ detector, tier }) => `${detector} ${tier}`)).toContain('trace.stagnation halt')
  })

  test('names the step after which a check was green, not the last', () => {
    const dids = [
      edit('src/a.py', '1'),
      run('pytest', '3 passed in 0.1s'),
      edit('src/a.py', '2'),
      run('pytest', '1 failed, 2 passed in 0.1s', 1),
    ]
    expect(watchOf(dids).watch.best()).toEqual({ step: 1, checked: true, why: 'the checks were green' })
    expect(watchOf([edit('src/a.py', '1'), read('b')]).watch.best()?.step).toBe(0)
    expect(watchOf([read('b')]).watch.best()).toBeNull()
  })

  test('takes less than a millisecond a step', () => {
    const steps = stepsOf(
      times(400, (at) => ({
        ...run(`cmd ${at}`, 'text '.repeat(200)),
        thought: 'I try another way. '.repeat(20),
      })),
    )
    const watch = createWatch({ agent: null, task: null, detectors: {} })
    const began = performance.now()
    for (const [at, step] of steps.entries()) watch.add(step, at / 400)
    // Ten times the promise: this is about growth, not about how fast this machine is today.
    expect((performance.now() - began) / steps.length).toBeLessThan(10)
  })
})

describe('false completion', () => {
  const done = [edit('src/a.py', '1'), { tool: 'finish', input: {}, result: '' }]
  const said = (verified: Parameters<ReturnType<typeof createWatch>['falseCompletion']>[0]) =>
    watchOf(done).watch.falseCompletion(verified)!
  const nothing = { checks: null, proof: null, onTask: null, weakened: null }

  test('keeps what was verified apart from what the trace says', () => {
    expect(said(null).verified).toBeNull()
    const red = said({ ...nothing, checks: 'red' })
    expect(red.trace).toEqual(said(null).trace)
    expect(red.verified!.probability).toBeGreaterThan(red.trace.probability)
    expect(red.verified!.reasons[0]).toBe('the checks are red')
  })

  test('moves with each thing that was verified, in its own direction', () => {
    const odds = (verified: Partial<typeof nothing>) =>
      said({ ...nothing, ...verified } as never).verified!.probability
    const base = odds({})
    expect(odds({ checks: 'green' } as never)).toBeLessThan(base)
    expect(odds({ proof: true } as never)).toBeLessThan(base)
    expect(odds({ proof: false } as never)).toBeGreaterThan(base)
    expect(odds({ onTask: false } as never)).toBeGreaterThan(base)
    expect(odds({ weakened: true } as never)).toBeGreaterThan(base)
  })
})

describe('calibrate', () => {
  const examples = (
    count: number,
    outcome: CalibrationExample['outcome'],
    score: (at: number) => number,
  ): CalibrationExample[] =>
    Array.from({ length: count }, (_, at) => ({
      score: score(at),
      pressure: Math.max(0, score(at) * 4),
      outcome,
    }))

  test('needs enough runs of each outcome', () => {
    expect(
      calibrate(
        'a',
        examples(40, 'done', () => 0),
      ),
    ).toBeNull()
    expect(calibrate('a', [...examples(9, 'done', () => 0), ...examples(40, 'stuck', () => 1)])).toBeNull()
  })

  test('fits probabilities, and gives no limit that the number of successes cannot carry', () => {
    const few = calibrate('a', [
      ...examples(30, 'done', (at) => -1 + at / 30),
      ...examples(30, 'stuck', (at) => at / 30),
    ])!
    expect(few).toMatchObject({ agent: 'a', runs: 60, halt: null })
    expect(few.scale).toBeGreaterThan(0)
    const many = calibrate('a', [
      ...examples(200, 'done', (at) => -1 + at / 100),
      ...examples(50, 'stuck', () => 1),
    ])!
    expect(many.nudge!).toBeLessThan(many.halt!)
  })
})
