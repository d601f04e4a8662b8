import { describe, expect, test } from 'vitest'
import { attemptPasses } from '../../src/core/decide/attempt-passes.ts'
import { viewOf } from '../../src/core/decide/strategy.ts'
import type { Contract, WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { heads } from './loop-play.ts'
import { BASE, finding, type Script, simulate } from './simulate.ts'

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const LOST = 'CRITICAL: it loses the last item'

const logOf = (script: Script = {}): WiggumEvent[] =>
  simulate({
    heads,
    ...script,
    agent: (role, attempt) =>
      script.agent?.(role, attempt) ?? (role === 'creator' ? { confidence: SURE } : undefined),
    start: { strategy: 'pdca', max_cycles: 2, ...script.start },
  }).events

/** After an end nothing is decided, so the end is left out. */
const passesIn = (events: WiggumEvent[]) => {
  const state = fold(events.filter(({ type }) => type !== 'run.complete'))
  return attemptPasses(viewOf(state, state.lastAt!)!)
}
const passesOf = (script?: Script) => passesIn(logOf(script))

const without = (events: WiggumEvent[], step: string, types: string[]) =>
  events.filter(({ type, data }) => !(types.includes(type) && 'step' in data && data.step === step))

/** The Guardian rejects the first attempts, over the same thing. */
const rejects = (times: number) => (role: string, attempt: number) =>
  role === 'guardian' && attempt <= times
    ? { verdict: 'REJECTED' as const, findings: [finding()] }
    : undefined

/** Cycle 1 is red, cycle 2 is green and rejected, cycle 3 is neither. */
const threeCycles: Script = {
  agent: (role, attempt) => (attempt === 2 ? rejects(2)(role, attempt) : undefined),
  green: (kind, nth) => kind !== 'merged' || nth > 1,
  start: { max_cycles: 3 },
}

describe('attempts as passes', () => {
  test('are red where the checks of their cycle were', () => {
    const passes = passesOf(threeCycles)
    expect(passes.map(({ pass, check, left }) => ({ pass, check, left }))).toEqual([
      { pass: 1, check: 'red', left: ['the checks were red'] },
      { pass: 2, check: 'green', left: [LOST] },
      { pass: 3, check: 'green', left: [] },
    ])
  })

  test('are not red where the checks were not run', () => {
    const log = logOf(threeCycles)
    const unchecked = log.map((event) =>
      event.type === 'cycle.boundary' ? { ...event, data: { ...event.data, green: null } } : event,
    )
    expect(passesIn(log).map(({ check }) => check)).toEqual(['red', 'green', 'green'])
    expect(passesIn(unchecked).map(({ check }) => check)).toEqual(['green', 'green', 'green'])
  })

  test('count what is left, and what is left no longer', () => {
    const counted = passesOf(threeCycles).map((each) => [each.issues_found, each.issues_fixed])
    expect(counted).toEqual([
      [1, 0],
      [1, 1],
      [0, 1],
    ])
  })

  test('have fixed nothing where the same is left', () => {
    const [first, second] = passesOf({ agent: rejects(2) })
    expect(first).toMatchObject({ left: [LOST], issues_found: 1, issues_fixed: 0 })
    expect(second).toMatchObject({ left: [LOST], issues_found: 1, issues_fixed: 0 })
  })

  test('leave nothing where all is well', () => {
    expect(passesOf()).toMatchObject([
      { pass: 1, check: 'green', left: [], issues_found: 0, issues_fixed: 0 },
    ])
  })

  test('say that nothing was changed', () => {
    expect(passesOf({ heads: [BASE] })[0]).toMatchObject({
      left: ['nothing was changed'],
      facts: { changed: false, tests_only: false },
    })
  })

  test('are in the order of the attempts, however they were collected', () => {
    const log = logOf(threeCycles)
    const first = log.find(({ type }) => type === 'work.collected')!
    expect(passesIn([...log.filter((event) => event !== first), first])).toEqual(passesIn(log))
  })

  test('have the call for tests in them', () => {
    const plan = { confidence: SURE, test_strategy: ['a case'] }
    const log = logOf({
      made: (step) => ({ head: step.endsWith('-tests') ? heads[1]! : heads[0]! }),
      agent: (role, attempt) => (role === 'creator' ? plan : rejects(1)(role, attempt)),
      start: { max_cycles: 1 },
    })
    const collected = log.flatMap((event) => (event.type === 'work.collected' ? [event.data] : []))
    expect(collected.map(({ step, head }) => [step, head])).toEqual([
      ['1-do-maker', heads[0]],
      ['1-do-maker-tests', heads[1]],
    ])
    expect(passesIn(log)).toMatchObject([{ pass: 1, left: [LOST] }])
  })

  test('have changed something where only the call for tests did', () => {
    const log = logOf({
      made: (step) => ({ head: step === '1-do-maker' ? heads[0]! : heads[1]! }),
      agent: (role) => (role === 'creator' ? { confidence: SURE, test_strategy: ['a case'] } : undefined),
    })
    const idle = log.map((event) =>
      event.type === 'work.collected' && event.data.step === '1-do-maker'
        ? { ...event, data: { ...event.data, head: BASE } }
        : event,
    )
    expect(passesIn(idle)[0]?.facts.changed).toBe(true)
    expect(passesIn(without(idle, '1-do-maker-tests', ['work.collected']))[0]?.facts.changed).toBe(false)
  })
})

describe('an attempt claims to be done', () => {
  const claims = (said: Partial<Contract>) =>
    passesOf({ agent: (role) => (role === 'maker' ? said : undefined) })[0]?.claims_done

  test('where it says so', () => {
    expect(claims({ status: 'DONE', status_assumed: false })).toBe(true)
  })

  test('but not where that was only assumed', () => {
    expect(claims({ status: 'DONE', status_assumed: true })).toBe(false)
  })

  test('nor where it says something else', () => {
    expect(claims({ status: 'DONE_WITH_CONCERNS', status_assumed: false })).toBe(false)
  })

  test('nor where it never came to an answer', () => {
    expect(passesIn(without(logOf(), '1-do-maker', ['agent.complete']))[0]?.claims_done).toBe(false)
  })
})

describe('the facts of an attempt', () => {
  const SRC = { path: 'src/x.js' }
  const SPEC = { path: 'test/x.test.js', test: true }
  const factsOf = (script?: Script) => passesOf(script)[0]?.facts
  const testsOnly = (made: ReturnType<NonNullable<Script['made']>>) =>
    factsOf({ made: () => ({ head: heads[0]!, ...made }) })?.tests_only

  test('say whether only tests were changed', () => {
    expect(testsOnly({ files: [SPEC] })).toBe(true)
    expect(testsOnly({ files: [SRC] })).toBe(false)
    expect(testsOnly({ files: [SRC, SPEC] })).toBe(false)
  })

  test('count what an earlier attempt changed as not its own', () => {
    expect(testsOnly({ files: [SRC, SPEC], touched: [SPEC.path] })).toBe(true)
    expect(testsOnly({ files: [SRC, SPEC], touched: [SRC.path] })).toBe(false)
    expect(testsOnly({ files: [SRC, SPEC], touched: [] })).toBe(false)
  })

  test('say that nothing was changed where the head stayed', () => {
    const passes = passesOf({ heads: [heads[0]!], files: [SPEC], agent: rejects(2) })
    expect(passes.map(({ facts }) => [facts.changed, facts.tests_only])).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('say whether it is research', () => {
    expect(factsOf({ start: { domain: 'research' } })?.research).toBe(true)
    expect(factsOf()?.research).toBe(false)
  })

  test('have what its agent met', () => {
    const repeats = { period: 2, times: 5 }
    const script: Script = {
      denials: (role) => (role === 'maker' ? ['Bash', 'WebFetch'] : []),
      work: ({ role }) => (role === 'maker' ? { errors: ['npm test: exit 1'], repeats } : undefined),
    }
    expect(factsOf(script)).toEqual({
      changed: true,
      tests_only: false,
      research: false,
      errors: [],
      failed_tests: null,
      denials: 2,
      agent_errors: ['npm test: exit 1'],
      repeats,
    })
  })

  test('are empty where the log does not say what it met', () => {
    const nothing = { denials: 0, agent_errors: [], repeats: null }
    expect(factsOf()).toMatchObject(nothing)
    const unknown = without(logOf(), '1-do-maker', ['agent.start', 'agent.complete'])
    expect(passesIn(unknown)[0]).toMatchObject({ claims_done: false, facts: nothing })
  })
})
