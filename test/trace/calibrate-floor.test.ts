import { expect, test } from 'vitest'
import { calibrate } from '../../src/trace/calibrate.ts'
import { createWatch } from '../../src/trace/create-watch.ts'
import { weights } from '../../src/trace/weights.ts'
import { stepsOf } from './support.ts'

test('successes that never came under pressure set no limit below the shipped one', () => {
  const done = Array.from({ length: 60 }, () => ({ score: -1, pressure: 0, outcome: 'done' as const }))
  const stuck = Array.from({ length: 15 }, () => ({ score: 1, pressure: 0, outcome: 'stuck' as const }))
  const found = calibrate('short', [...done, ...stuck])
  const [shipped] = weights.calibrations
  expect(found).toMatchObject({ nudge: shipped!.nudge, halt: shipped!.halt })
})

test('a limit of zero, wherever it comes from, ends nobody at the first step', () => {
  const zero = { agent: 'a', scale: 1, shift: 0, nudge: 0, halt: 0, runs: 60 }
  const watch = createWatch({ agent: 'a', task: null, detectors: {}, calibration: zero })
  const [first] = stepsOf([{ input: { command: 'ls' }, result: 'a' }])
  expect(watch.add(first!, 0.001)).toEqual([])
})
