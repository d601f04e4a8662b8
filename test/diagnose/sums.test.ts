import { expect, test } from 'vitest'
import type { DiagnosedRun } from '../../src/diagnose/diagnosed-run.ts'
import {
  calibration,
  detectorCounts,
  middleStop,
  sightTenths,
  stopTenths,
} from '../../src/diagnose/distributions.ts'
import { byWaste, groupsOf, sumsOf } from '../../src/diagnose/sums.ts'
import { diagnosed, edit, shell } from './hand-made.ts'

const base = diagnosed([edit('a.py', 'b'), shell('ls')])

function run(
  part: Partial<DiagnosedRun>,
  tokens: { before: number; after: number; usd?: number },
): DiagnosedRun {
  const amount = (count: number) => ({
    tokens: count,
    usd: tokens.usd === undefined ? null : (tokens.usd * count) / (tokens.before + tokens.after),
  })
  const spend = {
    ...base.spend,
    before: amount(tokens.before),
    after: amount(tokens.after),
    total: amount(tokens.before + tokens.after),
  }
  return { ...base, spend, ...part }
}

const claimed = (probability: number) => ({
  ending: 'finished' as const,
  false_completion: { probability, reasons: [], calibrated: true },
})

const RUNS = [
  run({ id: 'won', outcome: 'resolved', model: 'm1', ...claimed(0.9) }, { before: 10, after: 90 }),
  run({ id: 'lost', outcome: 'failed', model: 'm1' }, { before: 40, after: 60, usd: 2 }),
  run({ id: 'wrong', outcome: 'failed', model: 'm2', ...claimed(0.1) }, { before: 90, after: 10, usd: 1 }),
  run({ id: 'doubtful', outcome: 'unknown', model: 'm2', ...claimed(0.5) }, { before: 20, after: 80 }),
  run({ id: 'open', outcome: 'unknown', model: 'm2', ...claimed(0.49) }, { before: 0, after: 100 }),
  run({ id: 'unjudged', outcome: 'unknown', model: 'm1', ending: 'finished' }, { before: 0, after: 100 }),
]

test('lost is what came after the last progress, unless the run succeeded or may have', () => {
  expect(sumsOf(RUNS)).toMatchObject({
    runs: 6,
    resolved: 1,
    failed: 2,
    unknown: 3,
    tokens: 600,
    lost_tokens: 150,
    lost_share: 0.25,
    usd_runs: 2,
    claims: { all: 5, wrong: 1, doubtful: 1, unjudged: 1 },
  })
  expect(sumsOf(RUNS).lost_usd).toBeCloseTo(1.3)
  expect(sumsOf([]).lost_share).toBeNull()
})

test('groups and runs come with the most wasteful first', () => {
  expect(groupsOf(RUNS, 'model').map(({ name, lost_tokens }) => [name, lost_tokens])).toEqual([
    ['m2', 90],
    ['m1', 60],
  ])
  expect(byWaste(RUNS).map(({ id }) => id)).toEqual(['doubtful', 'lost', 'wrong', 'open', 'unjudged', 'won'])
  expect(groupsOf([{ ...base, model: null }], 'model')).toMatchObject([{ name: 'unknown', runs: 1 }])
})

test('a halt of a run that succeeded saves nothing and is counted as wrong', () => {
  const halt = { step: 3, detector: 'trace.same-call', saved: { tokens: 50, usd: null }, best: null }
  const halted = RUNS.map((each) => ({ ...each, would: { nudge: null, halt } }))
  expect(sumsOf(halted)).toMatchObject({ halted: 6, wrong_halts: 1, saved_tokens: 250 })
})

test('tenths are of the budget; the end of a tenth belongs to it', () => {
  const at = (step: number) => ({ ...base, steps: 20, stopped: { ...base.stopped, step, share: step / 20 } })
  const tenths = stopTenths([at(0), at(2), at(3), at(20)])
  expect(tenths.map(({ rest }) => rest)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 1])
  const halt = { step: 20, detector: 'x', saved: { tokens: 0, usd: null }, best: null }
  const seen = sightTenths([{ ...at(2), would: { nudge: { step: 10, detector: 'x' }, halt } }])
  expect(seen[4]).toEqual({ nudges: 1, halts: 0 })
  expect(seen[9]).toEqual({ nudges: 0, halts: 1 })
})

test('the middle of the runs that lost something is a run, and there may be none', () => {
  const at = (step: number, part: Partial<DiagnosedRun> = {}) => ({
    ...base,
    steps: 10,
    stopped: { ...base.stopped, step, share: null },
    ...part,
  })
  expect(middleStop([at(1), at(2), at(9), at(10, { outcome: 'resolved' })])).toEqual({ share: 0.2, runs: 3 })
  expect(middleStop([at(1, { outcome: 'resolved' })])).toBeNull()
})

test('a rule is counted once a run, whatever its tiers', () => {
  const found = (tier: 'nudge' | 'halt') => ({
    detector: 'x',
    tier,
    step: 1,
    share: null,
    probability: null,
    evidence: [],
  })
  const both = { ...base, detections: [found('nudge'), found('halt')], outcome: 'resolved' as const }
  expect(detectorCounts([both])).toEqual([{ detector: 'x', runs: 1, nudges: 1, halts: 1, in_successes: 1 }])
})

test('calibration is told only of claims with a known outcome, and not of a handful', () => {
  const many = Array.from({ length: 80 }, (_, at) =>
    run(
      { outcome: at < 40 ? 'resolved' : 'failed', ...claimed(at < 40 ? 0.2 : 0.9) },
      { before: 1, after: 1 },
    ),
  )
  const bins = calibration([...many, ...RUNS.slice(3)])
  expect(bins.reduce((sum, each) => sum + each.runs, 0)).toBe(80)
  expect(bins[0]).toMatchObject({ was: 0 })
  expect(bins[0]!.said).toBeCloseTo(0.2)
  expect(bins.at(-1)).toMatchObject({ was: 1 })
  expect(calibration(many.slice(0, 19))).toEqual([])
})

test('what the trace says of an agent that nothing is calibrated for is no judgement', () => {
  const risk = { probability: 0.99, reasons: [], calibrated: false }
  const strange = run(
    { outcome: 'unknown', ending: 'finished', false_completion: risk },
    { before: 1, after: 9 },
  )
  expect(sumsOf([strange])).toMatchObject({ lost_tokens: 0, claims: { all: 1, doubtful: 0, unjudged: 1 } })
})
