import { describe, expect, test } from 'vitest'
import { stepSceneOf } from '../../src/detectors/example-scenes.ts'
import { BASE, HEAD, simulate } from './simulate.ts'
import { type DataOf, telling } from './telling.ts'

const STEP = '1-do-maker'
const KEY = 'one opus'
const tally = stepSceneOf().work!
const usage = { input_tokens: 10, output_tokens: 5, cost_usd: 0.2, turns: 1 }

/** A log of one step. */
function calling() {
  const { state, tell } = telling()
  const start = (over: Partial<DataOf<'agent.start'>> = {}) =>
    tell('agent.start', {
      step: STEP,
      attempt: 1,
      archetype: 'maker',
      agent: 'claude',
      name: 'one',
      model: 'opus',
      head: BASE,
      about: null,
      ...over,
    })
  const end = { step: STEP, attempt: 1, archetype: 'maker', duration_ms: 40, usage }
  const complete = (over: Partial<DataOf<'agent.complete'>> = {}) =>
    tell('agent.complete', {
      ...end,
      artifacts: ['do-maker.md'],
      text: 'done',
      denials: ['Bash'],
      session: null,
      contract: { form: 'block', status: 'DONE', status_assumed: false },
      ...over,
    })
  const fail = (over: Partial<DataOf<'agent.failed'>> = {}) =>
    tell('agent.failed', { ...end, cause: 'overload', message: 'it broke', retry_at: null, ...over })
  return { state, tell, start, complete, fail, end }
}

describe('a step', () => {
  test('that begins is running, and knows nothing of how it ends', () => {
    const { state, start } = calling()
    start({ continues: 'session-1', about: HEAD })
    expect(state.calls).toEqual({ maker: 1 })
    expect(state.steps[STEP]).toMatchObject({
      id: STEP,
      role: 'maker',
      phase: 'do',
      attempt: 1,
      head: BASE,
      about: HEAD,
      agent: 'claude',
      name: 'one',
      model: 'opus',
      session: 'session-1',
      outcome: 'running',
      startedAt: '2026-01-01T00:00:00.000Z',
      endedAt: null,
      failures: {},
      failure: null,
      contract: null,
      artifact: null,
      text: null,
      durationMs: 0,
      totalMs: 0,
      answers: 0,
      costUsd: null,
      denials: [],
      work: null,
      measures: null,
    })
  })

  test('that is complete has what it said, what it took and what it cost', () => {
    const { state, start, complete } = calling()
    start()
    const steps = { ...tally, total: 3 }
    complete({ session: 'session-1', steps, measures: { words: 7 } })
    expect(state.steps[STEP]).toMatchObject({
      outcome: 'complete',
      endedAt: '2026-01-01T00:00:01.000Z',
      artifact: 'do-maker.md',
      text: 'done',
      denials: ['Bash'],
      session: 'session-1',
      contract: { status: 'DONE', findings: [] },
      durationMs: 40,
      totalMs: 40,
      answers: 1,
      costUsd: 0.2,
      work: steps,
      measures: { words: 7 },
    })
    expect(state.spend).toMatchObject({ usd: 0.2, tokens: 15 })
  })

  test('keeps the conversation that it began, if its end names none', () => {
    const { state, tell, start, complete } = calling()
    start()
    tell('agent.session', { step: STEP, attempt: 1, session: 'session-1', problem: null })
    tell('agent.session', { step: STEP, attempt: 2, session: 'of another attempt', problem: null })
    complete()
    expect(state.steps[STEP]?.session).toBe('session-1')
  })

  test('adds up what its attempts took, and counts those that came to an answer', () => {
    const { state, start, complete, fail } = calling()
    start()
    fail()
    start({ attempt: 2 })
    complete({ attempt: 2 })
    expect(state.calls).toEqual({ maker: 2 })
    expect(state.steps[STEP]).toMatchObject({ durationMs: 40, totalMs: 80, answers: 1 })
    expect(state.steps[STEP]?.failures).toEqual({})
  })

  test('is not ended by an attempt that is over, which is paid for all the same', () => {
    const { state, start, complete, fail } = calling()
    start({ attempt: 2 })
    complete({ attempt: 1 })
    fail({ attempt: 1 })
    expect(state.steps[STEP]).toMatchObject({ outcome: 'running', text: null, answers: 0, failures: {} })
    expect([state.spend.usd, state.troubles]).toEqual([0.4, {}])
  })

  test('that was taken over from another run is nobody’s call', () => {
    const { state, start } = calling()
    start({ agent: 'adopted' })
    expect(state.calls).toEqual({})
  })

  test('that is called in another order counts the highest attempt', () => {
    const { state, start } = calling()
    start({ attempt: 3 })
    start({ attempt: 2, step: '1-do-maker-2' })
    expect(state.calls).toEqual({ maker: 3 })
  })
})

describe('a step that failed', () => {
  test('counts by agent, and is trouble until that agent works again', () => {
    const { state, start, complete, fail } = calling()
    start()
    fail()
    start({ attempt: 2 })
    fail({ attempt: 2, retry_at: '2026-01-01T05:00:00Z' })
    start({ attempt: 3, name: 'two' })
    fail({ attempt: 3, cause: 'crash' })
    expect(state.steps[STEP]?.failures).toEqual({ one: 2, two: 1 })
    const failure = { cause: 'crash', message: 'it broke', retryAt: null }
    expect(state.steps[STEP]).toMatchObject({ outcome: 'failed', failure, contract: null })
    expect(state.troubles[KEY]).toEqual({
      cause: 'overload',
      message: 'it broke',
      at: '2026-01-01T00:00:03.000Z',
      retryAt: '2026-01-01T05:00:00Z',
      failures: 2,
    })
    start({ attempt: 4 })
    complete({ attempt: 4 })
    expect(Object.keys(state.troubles)).toEqual(['two opus'])
    expect(state.failedCalls).toEqual([])
  })

  test.each([
    ['overload', 1],
    ['context', 1],
    ['crash', 1],
    ['limit', 0],
    ['authentication', 0],
    ['budget', 0],
  ] as const)('with %s is a failure of a call %i times', (cause, times) => {
    const { state, start, fail } = calling()
    start()
    fail({ cause })
    const call = { step: STEP, cause, message: 'it broke' }
    expect(state.failedCalls).toEqual(Array.from({ length: times }, () => call))
  })

  test('as a judge is no trouble to anybody', () => {
    const { state, start, fail } = calling()
    start({ archetype: 'judge' })
    fail({ archetype: 'judge' })
    expect([state.troubles, state.failedCalls]).toEqual([{}, []])
  })

  test.each([
    ['idle', 'no output within 90 s'],
    ['wall', 'no result within 90 s'],
  ] as const)('for the limit of time "%s" says so', (limit, message) => {
    const { state, start, tell, end } = calling()
    start()
    tell('agent.timeout', { ...end, limit, limit_ms: 90_400 })
    expect(state.steps[STEP]).toMatchObject({
      outcome: 'timeout',
      failure: { cause: limit, message, retryAt: null },
      failures: { one: 1 },
    })
    expect(state.failedCalls).toEqual([{ step: STEP, cause: limit, message }])
  })

  test('in a log that does not name the agent is its role’s first, or nobody’s', () => {
    const { state, tell, start, fail } = calling()
    start({ name: undefined })
    fail()
    expect(state.steps[STEP]).toMatchObject({ name: null, failures: { '': 1 } })
    const begun = simulate().state.start!
    tell('run.start', { ...begun, agents: { default: 'zero', maker: ['first', 'second'] } })
    start({ name: undefined })
    fail()
    expect(state.steps[STEP]?.failures).toEqual({ '': 1, first: 1 })
  })
})

describe('what has settled', () => {
  test('is a plan when it is said, and a Maker’s work when it is collected', () => {
    const { state, tell, start, complete } = calling()
    start({ step: '1-plan-creator', archetype: 'creator' })
    complete({ step: '1-plan-creator', archetype: 'creator' })
    start()
    complete()
    expect(state.settled).toEqual(['1-plan-creator'])
    tell('work.collected', { step: STEP, head: HEAD })
    expect(state.settled).toEqual(['1-plan-creator', STEP])
    tell('phase.transition', { from: 'do', to: 'check' })
    expect(state.settled).toEqual([])
  })

  test('is a review when it is judged', () => {
    const { state, start, complete } = calling()
    start({ step: '1-check-sage', archetype: 'sage', about: HEAD })
    complete({ step: '1-check-sage', archetype: 'sage' })
    expect(state.settled).toEqual([])
  })

  test('is not what is called again, nor the question whose answer is on its way', () => {
    const { state, start, complete } = calling()
    for (const archetype of ['creator', 'explorer']) {
      start({ archetype, step: `1-plan-${archetype}` })
      complete({ archetype, step: `1-plan-${archetype}` })
    }
    start({ archetype: 'creator', step: '1-plan-creator-answer1', attempt: 2 })
    expect(state.settled).toEqual(['1-plan-explorer'])
    start({ archetype: 'explorer', step: '1-plan-explorer', attempt: 2 })
    expect(state.settled).toEqual([])
  })
})
