import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import type { OwnTests } from '../../src/core/events.ts'
import { proofOf } from '../../src/core/proof.ts'
import { HEAD, type Script, simulate } from './simulate.ts'

const TEST = 'test/x.test.js'
const CODE = { executable: ['src/x.js'] }
const withTest = [{ path: 'src/x.js' }, { path: TEST, test: true }]

const came = (over: Partial<OwnTests> = {}): OwnTests => ({
  files: [TEST],
  outcome: 'red',
  loads: true,
  missing: [],
  ...over,
})

/** A fix with a test that is red on the old code, but for what a case says. */
function fix({
  before = {},
  now = {},
  ...script
}: Script & { before?: Partial<OwnTests>; now?: Partial<OwnTests> }) {
  return simulate({
    files: withTest,
    inspect: CODE,
    ownTests: (kind) =>
      kind === 'proof'
        ? [came(before)]
        : kind === 'merged'
          ? [came({ outcome: 'green', ...now })]
          : undefined,
    ...script,
  })
}

const gatesOf = (run: ReturnType<typeof simulate>) => Object.values(run.state.gates).map(({ kind }) => kind)
const makersOf = (run: ReturnType<typeof simulate>) =>
  run.commands.flatMap((command) =>
    command.do === 'agent' && command.call.role === 'maker' ? [command.call] : [],
  )

const STRATEGIES = ['pipeline', 'pdca', 'loop'] as const
const loop = { max_passes: 3, suppressed: null, accept: false }
const sure = { task_understanding: 1, solution_completeness: 1, risk_coverage: 1 }
const by = (strategy: string, task = 'fix it') => ({
  agent: (role: string) => (role === 'creator' ? { confidence: sure } : undefined),
  start: { strategy, task, ...(strategy === 'loop' ? { loop } : {}) },
})

describe('what green checks say', () => {
  test('a test of the change that was red on the old code, twice, proves it, and is named', () => {
    const { state } = fix({})
    expect(state.ended?.exit_code).toBe(0)
    expect(proofOf(state)).toEqual({ kind: 'proven', by: [TEST], short: [] })
    expect(state.ended?.reason).toContain(`proven: red before and green now: ${TEST}`)
  })

  test.each<[string, Partial<OwnTests>, Partial<OwnTests>, string]>([
    ['green on the old code', { outcome: 'green' }, {}, 'green on the old code too'],
    ['flaky on the old code', { outcome: 'flaky' }, {}, 'once red and once green'],
    ['flaky on the merged tree', {}, { outcome: 'flaky' }, 'green, then red'],
    ['run once only', { outcome: 'once' }, {}, 'no time for a second run'],
    ['not run', { outcome: 'not-run' }, {}, 'not run on the old code'],
    [
      'not loaded there',
      { loads: false, missing: ['slugifyAll'] },
      {},
      'cannot be loaded on the old code without slugifyAll',
    ],
  ])('a test that is %s proves nothing', (_, before, now, why) => {
    const { state } = fix({ before, now })
    const proof = proofOf(state)!
    expect(proof.kind).toBe('unbroken')
    expect(proof.short.join()).toContain(why)
  })

  test.each([
    ['add slugifyAll', 'slugifyAll'],
    ['fix the missing slugify all', 'slugifyAll'],
  ])('that it cannot be loaded there counts where the task names what is missing: %s', (task, name) => {
    const run = fix({ before: { loads: false, missing: [name] }, start: { task } })
    expect(proofOf(run.state)?.kind).toBe('proven')
  })

  test('the project’s own command that was red before, twice, proves it; once, or green again, does not', () => {
    const red = (again?: (kind: string) => boolean | undefined) =>
      simulate({ green: (kind) => kind !== 'baseline', inspect: CODE, ...(again ? { again } : {}) })
    expect(proofOf(red((kind) => kind !== 'baseline').state)).toMatchObject({
      kind: 'proven',
      by: ['npm test'],
    })
    expect(proofOf(red().state)?.kind).toBe('unbroken')
    expect(proofOf(red((kind) => (kind === 'baseline' ? true : undefined)).state)?.kind).toBe('unbroken')
    expect(proofOf(red((kind) => (kind === 'merged' ? false : kind !== 'baseline')).state)?.kind).toBe(
      'unbroken',
    )
  })

  test('an acceptance command that was red before proves it; a setup that failed shows nothing', () => {
    const failing = (name: string) =>
      simulate({
        green: (kind) => kind !== 'baseline',
        again: (kind) => kind !== 'baseline',
        failing: name,
        inspect: CODE,
      })
    expect(proofOf(failing('acceptance').state)?.kind).toBe('proven')
    expect(proofOf(failing('setup').state)?.kind).toBe('unbroken')
    expect(proofOf(failing('required-x').state)?.kind).toBe('unbroken')
  })

  test('red says nothing of either kind', () => {
    expect(proofOf(simulate({ green: (kind) => kind !== 'merged' }).state)).toBeNull()
  })
})

describe.each(STRATEGIES)('a fix by %s', (strategy) => {
  const start = by(strategy)

  test('with a test that was red lands unasked, by one call of the Maker', () => {
    const run = fix(start)
    expect(run.state.ended?.exit_code).toBe(0)
    expect(gatesOf(run)).toEqual([])
    expect(makersOf(run)).toHaveLength(1)
  })

  test('without a test: the Maker is asked once for it; with it the fix lands unasked', () => {
    const run = fix({
      ...start,
      made: (_, attempt) => (attempt === 1 ? { files: [{ path: 'src/x.js' }] } : { files: withTest }),
    })
    expect(run.state.ended?.exit_code).toBe(0)
    expect(gatesOf(run)).toEqual([])
    expect(makersOf(run)).toHaveLength(2)
    expect(makersOf(run)[1]!.note).toContain('Add a test that fails on the code as it was')
  })

  test('without a test, even when asked: a question, once, and only a yes lands it', () => {
    const script = { ...start, files: [{ path: 'src/x.js' }], heads: [HEAD], inspect: CODE }
    const run = simulate(script)
    expect(gatesOf(run)).toEqual(['unproven'])
    expect(makersOf(run)).toHaveLength(2)
    const [gate] = Object.values(run.state.gates)
    expect(gate!.evidence).toContain('the change brings no test')
    expect(simulate({ ...script, answers: { unproven: 'yes' } }).state.ended?.exit_code).toBe(0)
    const no = simulate({ ...script, answers: { unproven: 'no' } }).state
    expect(no.ended).toMatchObject({ exit_code: 10 })
    expect(no.merged).toBeNull()
  })

  test('with a test that is green on the old code: the Maker is told so, once, then a person is asked', () => {
    const run = fix({ ...start, before: { outcome: 'green' } })
    expect(gatesOf(run)).toEqual(['unproven'])
    expect(makersOf(run)).toHaveLength(2)
    if (strategy !== 'loop') expect(makersOf(run)[1]!.note).toContain(`${TEST}: green on the old code too`)
    expect(Object.values(run.state.gates)[0]!.evidence.join()).toContain('green on the old code too')
  })

  test('that was red before by the project’s own tests lands unasked without a new test', () => {
    const run = simulate({
      ...start,
      green: (kind) => kind !== 'baseline',
      again: (kind) => kind !== 'baseline',
      inspect: CODE,
    })
    expect(run.state.ended?.exit_code).toBe(0)
    expect(gatesOf(run)).toEqual([])
    expect(makersOf(run)).toHaveLength(1)
  })

  test('of nothing that is executed is not asked about', () => {
    const run = simulate({ ...start, inspect: { executable: [] } })
    expect(run.state.ended).toMatchObject({ exit_code: 0 })
    expect(run.state.ended?.reason).toContain('unbroken')
    expect(makersOf(run)).toHaveLength(1)
  })

  test('another task is not asked about, and its ending says that nothing was red', () => {
    const run = simulate({ ...by(strategy, 'add a CSV export'), inspect: CODE })
    expect(run.state.ended?.exit_code).toBe(0)
    expect(run.state.ended?.reason).toContain('unbroken')
    expect(makersOf(run)).toHaveLength(1)
  })
})

describe('what the configuration says about unproven work', () => {
  const policy = (unproven: string) => {
    const config = defaultConfig()
    return { ...config, gates: { ...config.gates, unproven } }
  }
  const run = (unproven: string, task: string) =>
    simulate({ start: { task, policy: policy(unproven) }, inspect: CODE })

  test.each([
    ['auto', 'fix it', null, 1],
    ['auto', 'add a CSV export', 0, 0],
    ['ask', 'add a CSV export', null, 1],
    ['warn', 'fix it', 0, 0],
    ['allow', 'fix it', 0, 0],
    ['deny', 'fix it', 10, 0],
  ])('%s, "%s"', (unproven, task, exit, gates) => {
    const { state } = run(unproven, task)
    expect(state.ended?.exit_code ?? null).toBe(exit)
    expect(Object.keys(state.gates)).toHaveLength(gates)
  })

  test('--allow unproven lets it land', () => {
    const options = { merge: true, yes: false, allow: ['unproven'], dry_run: false }
    expect(simulate({ start: { options }, inspect: CODE }).state.ended?.exit_code).toBe(0)
  })
})

test('the call for the plan’s tests is also the one for the test that shows the defect', () => {
  const run = simulate({
    ...by('pdca'),
    inspect: CODE,
    agent: (role) =>
      role === 'creator' ? { confidence: sure, test_strategy: ['a test of the edge'] } : undefined,
  })
  const makers = makersOf(run)
  expect(makers).toHaveLength(2)
  expect(makers[1]!.note).toContain('a test of the edge')
  expect(makers[1]!.note).toContain('has to fail on the code as it was')
  expect(gatesOf(run)).toEqual(['unproven'])
})
