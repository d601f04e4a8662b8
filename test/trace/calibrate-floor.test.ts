import { expect, test } from 'vitest'
import { calibrate } from '../../src/trace/calibrate.ts'
import { createWatch } from '../../src/trace/create-watch.ts'
import { weights } from '../../src/trace/weights.ts'

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
  expect(watch.add(WORDS, 0.001)).toEqual([])
})

const WORDS = {
  index: 0,
  began: '2026-01-01T00:00:00Z',
  at: '2026-01-01T00:00:01Z',
  thought: 'I will look.',
  tool: null,
  arguments: null,
  observation: null,
  failed: null,
  exit: null,
  error: null,
  files: { read: [], changed: [] },
  edit: null,
  test: null,
  novelty: { command: null, file: null, error: null, edit: null },
  todo: null,
}
