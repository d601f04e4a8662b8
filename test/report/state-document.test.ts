import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AgentCall } from '../../src/core/commands.ts'
import type { Draft, EventOf, WiggumEvent } from '../../src/core/events.ts'
import { applyEvent, fold } from '../../src/core/fold.ts'
import { initialState, type RunState } from '../../src/core/state.ts'
import { loopPass, passArtifacts } from '../../src/report/pass-artifacts.ts'
import { runMetrics } from '../../src/report/run-metrics.ts'
import { stateDocument } from '../../src/report/state-document.ts'
import { stateJsonSchema, stateSchema } from '../../src/report/state-schema.ts'
import { BASE, finding, type Script, simulate } from '../core/simulate.ts'

const heads = ['a', 'c', 'd', 'e', 'f', '1', '2', '3', '4', '5'].map((digit) => digit.repeat(40))
const loop = (over: object = {}) => ({
  strategy: 'loop',
  loop: { max_passes: 5, suppressed: null, accept: false, ...over },
})

const greenFrom = (pass: number) => (kind: string, nth: number) =>
  kind === 'merged' ? nth >= pass : !['proof', 'can-fail'].includes(kind)
const rejectedBy = (reviewer: string, times: number) => (role: string, attempt: number) =>
  role === reviewer && attempt <= times
    ? {
        verdict: 'REJECTED' as const,
        findings: [finding({ description: `problem ${'abcd'[attempt]} stands` })],
      }
    : undefined
const todos = (...statuses: string[]) => statuses.map((status, at) => ({ content: `item ${at}`, status }))
const asksFirst = ({ step, role }: AgentCall) =>
  role === 'maker' && !step.includes('answer')
    ? { status: 'NEEDS_CONTEXT' as const, notes: 'which?' }
    : undefined

const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
const sureCreator = (role: string) =>
  role === 'creator' ? { confidence: SURE, test_strategy: ['a case'] } : undefined

const stories: Record<string, Script> = {
  'completes in three passes': {
    green: greenFrom(2),
    agent: rejectedBy('sage', 1),
    start: loop(),
  },
  'claims done over red checks': { green: greenFrom(99), start: loop() },
  'changes nothing': { heads: [BASE], start: loop() },
  'uses its passes up': { agent: rejectedBy('sage', 9), start: loop({ max_passes: 2 }) },
  'uses its passes up and is given more': {
    agent: rejectedBy('sage', 3),
    answers: { passes: 'yes' },
    start: loop({ max_passes: 2 }),
  },
  'a single pass': { start: loop({ max_passes: 1, suppressed: 'asked for with --single-pass' }) },
  'a single pass that is red': {
    green: greenFrom(9),
    start: loop({ max_passes: 1, suppressed: 'asked for with --single-pass' }),
  },
  'asks and is answered': { play: asksFirst, answers: { context: 'answer' }, start: loop() },
  'asks and waits': { play: asksFirst, start: loop() },
  'its agent fails': { agent: () => ({ fails: 'crash' }), start: loop() },
  'its window runs full': {
    green: greenFrom(3),
    context: ({ attempt }) => ({ used: attempt === 1 ? 95 : 10, window: 100, source: 'agent' }),
    start: loop(),
  },
  'keeps a list': {
    agent: (role, attempt) =>
      role === 'maker'
        ? {
            todos: attempt < 3 ? todos('completed', 'in_progress', 'pending', 'someday') : todos('completed'),
          }
        : undefined,
    start: loop(),
  },
  'pipeline, honest': {},
  'pipeline, mended in a second round': { agent: rejectedBy('guardian', 1) },
  'pipeline, red': { green: greenFrom(9) },
  'pdca, a second cycle': {
    agent: (role, attempt) => sureCreator(role) ?? rejectedBy('guardian', 1)(role, attempt),
    start: { strategy: 'pdca', workflow: 'standard', max_cycles: 2 },
  },
  'pdca, planned only': {
    agent: sureCreator,
    start: {
      strategy: 'pdca',
      options: { merge: true, yes: false, allow: [], dry_run: true },
    },
  },
}

const play = (script: Script) => simulate({ heads, ...script })

/** After every event: valid, and the same whether folded on or folded afresh. */
function holdsThroughout(events: WiggumEvent[]): void {
  const state = initialState('run')
  events.forEach((event, at) => {
    applyEvent(state, event)
    const document = stateDocument(state)
    expect(stateSchema.parse(document)).toEqual(document)
    expect(stateDocument(fold(events.slice(0, at + 1), 'run'))).toEqual(document)
  })
}

/** The log with one more event, a minute later. */
function followed(events: WiggumEvent[], draft: Draft, minutes = 1): RunState {
  const last = events.at(-1)!
  const ts = new Date(Date.parse(last.ts) + minutes * 60_000).toISOString()
  const next = { ...last, seq: last.seq + 1, ts, ...draft } as WiggumEvent
  return fold([...events, next], 'run')
}

const documentOf = (name: string) => stateDocument(play(stories[name]!).state)

describe('the state document', () => {
  test.each(Object.keys(stories))('is valid and equals a fresh fold after every event: %s', (name) => {
    const { events } = play(stories[name]!)
    expect(events.length).toBeGreaterThan(3)
    holdsThroughout(events)
  })

  test('so it is in runs made up by chance', () => {
    const outcome = fc.constantFrom('DONE', 'DONE', 'DONE', 'NEEDS_CONTEXT', 'BLOCKED', 'crash', 'idle')
    const given = fc.record({
      strategy: fc.constantFrom('loop', 'loop', 'pipeline', 'pdca'),
      makers: fc.array(outcome, { minLength: 1, maxLength: 6 }),
      verdicts: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
      green: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
      full: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 4 }),
      suppressed: fc.boolean(),
      answer: fc.constantFrom('yes', 'no', 'answer', 'continue', 'abort', ''),
    })
    const at = <T>(list: T[], nth: number): T => list[(nth - 1) % list.length]!
    fc.assert(
      fc.property(given, (made) => {
        const { strategy, makers, verdicts, green, full, suppressed, answer } = made
        const kinds = ['passes', 'context', 'stagnation', 'shadow', 'review', 'limits', 'same-finding']
        const { events } = play({
          agent: (role, attempt) => {
            const said = at(makers, attempt)
            if (role === 'maker' && (said === 'crash' || said === 'idle')) return { fails: said }
            // The rest of the list are statuses.
            if (role === 'maker') return { status: said as 'DONE', todos: todos('completed', 'pending') }
            if (role === 'creator') return sureCreator(role)
            return at(verdicts, attempt) ? undefined : rejectedBy(role, attempt)(role, attempt)
          },
          green: (kind, nth) => (kind === 'merged' ? at(green, nth) : kind === 'baseline'),
          context: ({ attempt }) => ({ used: at(full, attempt), window: 100, source: 'agent' }),
          answers: answer === '' ? {} : Object.fromEntries(kinds.map((kind) => [kind, answer])),
          start:
            strategy === 'loop'
              ? loop(suppressed ? { max_passes: 1, suppressed: 'asked' } : {})
              : { strategy, workflow: 'standard', max_cycles: 2 },
        })
        holdsThroughout(events)
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  test('has the fields of the schema and no others, and the schema is one for other programs too', () => {
    const extra = { ...documentOf('completes in three passes'), more: 1 }
    expect(stateSchema.safeParse(extra).success).toBe(false)
    expect(stateJsonSchema()).toMatchObject({
      title: 'wiggum-state-v1',
      type: 'object',
      additionalProperties: false,
    })
  })
})

describe('the status', () => {
  test('is idle before anything has begun, with nothing in it', () => {
    const document = stateDocument(initialState('run'))
    expect(stateSchema.parse(document)).toMatchObject({ status: 'idle', current_loop: null, passes: [] })
    expect(document.history.avg_passes_per_task).toBeNull()
  })

  test('is idle after a plan that nobody carries out', () => {
    expect(documentOf('pdca, planned only')).toMatchObject({ status: 'idle', passes: [] })
  })

  test('is active from the start', () => {
    const { events } = play(stories['completes in three passes']!)
    for (const event of [1, 5, 12])
      expect(stateDocument(fold(events.slice(0, event), 'run')).status).toBe('active')
  })

  test.each([
    ['completes in three passes', 'completed'],
    ['pipeline, honest', 'completed'],
    ['a single pass', 'suppressed'],
    ['a single pass that is red', 'aborted'],
    ['pipeline, red', 'aborted'],
    ['its agent fails', 'aborted'],
    ['asks and waits', 'paused'],
    ['uses its passes up', 'paused'],
  ])('%s: %s', (name, status) => {
    expect(documentOf(name).status).toBe(status)
  })

  test('is completed for what was verified and, by choice, not merged', () => {
    const options = { merge: false, yes: false, allow: [], dry_run: false }
    const { state } = play({ start: { ...loop(), options } })
    expect(state.ended?.exit_code).toBe(11)
    expect(stateDocument(state).status).toBe('completed')
  })

  test('is paused between a stop and its resume, and while somebody works despite an open question active', () => {
    const { events } = play(stories['completes in three passes']!)
    const cut = events.findIndex(({ type }) => type === 'agent.complete')
    const stop: Draft = { type: 'run.interrupted', data: { signal: 'stop' } }
    const stopped = followed(events.slice(0, cut + 1), stop)
    expect(stateDocument(stopped).status).toBe('paused')
    const gate = { gate: 'g', kind: 'shadow' as const, question: '?', choices: ['yes'], evidence: [] }
    const asked: Draft = { type: 'gate.opened', data: gate }
    expect(stateDocument(followed(events.slice(0, cut + 1), asked)).status).toBe('paused')
    expect(stateDocument(followed(events.slice(0, cut), asked)).status).toBe('active')
  })

  test('is paused between a checkpoint of a full window and the fresh conversation', () => {
    const { events } = play(stories['its window runs full']!)
    const at = events.findIndex(({ type }) => type === 'context.checkpoint')
    const next = events.findIndex(({ type }, index) => index > at && type === 'agent.start')
    expect(stateDocument(fold(events.slice(0, at), 'run')).status).toBe('active')
    expect(stateDocument(fold(events.slice(0, at + 1), 'run')).status).toBe('paused')
    expect(stateDocument(fold(events.slice(0, next + 1), 'run')).status).toBe('active')
  })
})

describe('the passes', () => {
  test('of the loop are what it found and mended, one after the other', () => {
    const { passes, current_loop } = documentOf('completes in three passes')
    expect(passes.map(({ issues_found, issues_fixed }) => [issues_found, issues_fixed])).toEqual([
      [1, 0],
      [1, 1],
      [0, 1],
    ])
    expect(passes.map(({ pass_number }) => pass_number)).toEqual([1, 2, 3])
    expect(passes.every(({ completed_at }) => completed_at !== null)).toBe(true)
    expect(current_loop).toMatchObject({
      task_id: 'run',
      task_description: 'fix it',
      current_pass: 3,
      max_passes: 5,
      suppressed: false,
      suppression_reason: null,
    })
  })

  test('under way has no end, and what is held against it so far', () => {
    const { events } = play(stories['completes in three passes']!)
    const red = events.findIndex(
      ({ type, data }) => type === 'verify.complete' && !('green' in data && data.green),
    )
    expect(stateDocument(fold(events.slice(0, red + 1), 'run')).passes).toMatchObject([
      { completed_at: null, issues_found: 1, issues_fixed: 0 },
    ])
  })

  test('elsewhere are the Maker’s attempts', () => {
    expect(documentOf('pipeline, mended in a second round')).toMatchObject({
      current_loop: { current_pass: 2, max_passes: 2 },
      passes: [
        { pass_number: 1, issues_found: 1, issues_fixed: 0 },
        { pass_number: 2, issues_found: 0, issues_fixed: 1 },
      ],
    })
    expect(documentOf('pdca, a second cycle')).toMatchObject({
      current_loop: { current_pass: 2, max_passes: 2 },
      passes: [{ issues_found: 1 }, { issues_fixed: 1 }],
    })
  })

  test('a correction is a pass of its own, since the first attempt came to an answer', () => {
    const { events } = play({})
    const first = events.findLastIndex(({ type, agent }) => type === 'agent.start' && agent === 'maker')
    const again = { ...events[first]!.data, attempt: 2 } as EventOf<'agent.start'>['data']
    const before = events.slice(0, events.findIndex(({ type }) => type === 'work.collected') + 1)
    const corrected = followed(before, { type: 'agent.start', agent: 'maker', data: again })
    expect(stateDocument(corrected).passes).toMatchObject([
      { pass_number: 1 },
      { pass_number: 2, completed_at: null },
    ])
    expect(stateDocument(corrected).passes[0]?.completed_at).not.toBeNull()
  })

  test('a question is no pass of its own, nor is a call that failed', () => {
    const answered = play({ play: asksFirst, answers: { context: 'answer' } })
    expect(stateDocument(answered.state).passes).toHaveLength(1)
    const failed = play({
      agent: (role, attempt) => (role === 'maker' && attempt === 1 ? { fails: 'overload' } : undefined),
    })
    expect(failed.state.calls.maker).toBe(2)
    expect(stateDocument(failed.state).passes).toHaveLength(1)
  })

  test('say where a context checkpoint was made, and where the task was left', () => {
    const { events } = play(stories['its window runs full']!)
    expect(
      stateDocument(fold(events, 'run')).passes.map(({ context_checkpoint }) => context_checkpoint),
    ).toEqual([true, false])
    const last = events.at(-1)!
    const drift = { pass: 2, head: last.run_id, share: 1, causes: [], evidence: [], off: [] }
    const drifted = followed(events, { type: 'drift.detected', data: drift })
    expect(stateDocument(drifted).passes.map(({ drift_detected }) => drift_detected)).toEqual([false, true])
  })
})

describe('to-dos, times and history', () => {
  test('to-dos are the Maker’s own, and what is neither done nor begun is pending', () => {
    const { events } = play(stories['keeps a list']!)
    const first = events.findIndex(({ type }) => type === 'pass.complete')
    expect(stateDocument(fold(events.slice(0, first + 1), 'run')).todos).toEqual({
      total: 4,
      completed: 1,
      in_progress: 1,
      pending: 2,
    })
    expect(documentOf('keeps a list').todos).toMatchObject({ total: 1, completed: 1, pending: 0 })
  })

  test('to-dos are those that the end of the pass counts, the agent’s own tool included', () => {
    const kept = todos('completed', 'pending', 'in_progress')
    const said = [{ content: 'another', status: 'completed' }]
    const { events } = play({
      agent: (role) => (role === 'maker' ? { todos: said } : undefined),
      work: ({ role, attempt }) => (role === 'maker' && attempt === 1 ? { todos: kept } : undefined),
      start: loop(),
    })
    const ends = events.flatMap((event, at) =>
      event.type === 'pass.complete' ? [{ ...event.data, at }] : [],
    )
    expect(ends.map((end) => end.todos.length)).toEqual([4, 1])
    for (const end of ends) {
      const state = fold(events.slice(0, end.at + 1), 'run')
      expect(stateDocument(state).todos.total).toBe(end.todos.length)
      const signals = passArtifacts(state, loopPass(state, end))['completion_signals.json']
      expect(signals).toMatchObject({ todos: stateDocument(state).todos })
    }
  })

  test('while the Maker works, its to-dos are those of its call before', () => {
    const { events } = play(stories['keeps a list']!)
    const second = events.findIndex(
      (event) => event.type === 'agent.start' && event.data.archetype === 'maker' && event.data.attempt === 2,
    )
    expect(stateDocument(fold(events.slice(0, second + 1), 'run')).todos.total).toBe(4)
  })

  test('time in which nobody worked does not count', () => {
    const { events } = play(stories['completes in three passes']!)
    const cut = events.slice(0, 8)
    const before = stateDocument(fold(cut, 'run')).metrics
    const resumed: Draft = { type: 'run.resumed', data: { reason: 'it was stopped', after: 8 } }
    expect(stateDocument(followed(cut, resumed, 600)).metrics).toEqual(before)
    const slept: Draft = { type: 'clock.gap', data: { slept_ms: 60_000 } }
    expect(stateDocument(followed(cut, slept, 1)).metrics.total_duration_ms).toBe(before.total_duration_ms)
    const worked: Draft = {
      type: 'decision',
      data: { what: 'metering', chosen: 'y', alternatives: [], rationale: '' },
    }
    const after = stateDocument(followed(cut, worked, 1)).metrics
    expect(after.total_duration_ms).toBe(before.total_duration_ms + 60_000)
  })

  test('waiting for an answer does not count, unless somebody works meanwhile', () => {
    const { events, state } = play(stories['asks and waits']!)
    const gate = Object.keys(state.gates)[0]!
    const answer: Draft = { type: 'gate.answered', data: { gate, answer: 'answer', text: 'x', by: 'test' } }
    const waited = followed(events, answer, 90)
    expect(waited.waitedMs).toBe(90 * 60_000)
    const running = events.findIndex(({ type }) => type === 'agent.start')
    expect(followed(events.slice(0, running + 1), answer, 90).waitedMs).toBe(0)
  })

  test('a clock that was set back has measured nothing', () => {
    const { events } = play(stories['asks and waits']!)
    const resumed: Draft = { type: 'run.resumed', data: { reason: '', after: 1 } }
    expect(followed(events, resumed, -60).waitedMs).toBe(0)
  })

  test('the average is over all passes, and the tokens are the run’s', () => {
    const takesMs = ({ role, attempt }: AgentCall) => (role === 'maker' ? attempt * 60_000 : 1)
    const { state } = play({ ...stories['completes in three passes'], takesMs })
    const { metrics } = stateDocument(state)
    expect(metrics.avg_pass_duration_ms).toBeGreaterThan(120_000)
    expect(metrics.avg_pass_duration_ms).toBeLessThan(150_000)
    expect(metrics.total_duration_ms).toBeGreaterThan(360_000)
    expect(metrics.total_token_cost).toBe(100)
  })

  test('history is what was known at the start, and this task once it is completed', () => {
    const { events } = play(stories['completes in three passes']!)
    const [begin, ...rest] = events
    const history = { completed: 15, last: '2025-12-31T13:00:00.000Z', counted: 10, passes: 19 }
    const loaded = { ...begin!, type: 'context.loaded' as const, data: { deferred: [], history } }
    const known = [begin!, loaded, ...rest] as WiggumEvent[]
    expect(stateDocument(fold(known.slice(0, -1), 'run')).history).toEqual({
      last_completed_task: history.last,
      total_tasks_completed: 15,
      avg_passes_per_task: 1.9,
    })
    expect(stateDocument(fold(known, 'run')).history).toEqual({
      last_completed_task: events.at(-1)!.ts,
      total_tasks_completed: 16,
      avg_passes_per_task: 2,
    })
    expect(documentOf('pipeline, red').history.total_tasks_completed).toBe(0)
  })
})

describe('the metrics of an ended run', () => {
  const valuesOf = (state: RunState, metric: string) =>
    runMetrics(state)
      .filter((line) => line.metric === metric)
      .map(({ value }) => value)

  test('are lines with the instant of its end', () => {
    const { state } = play(stories['completes in three passes']!)
    expect(runMetrics(state)[0]).toEqual({
      timestamp: state.endedAt,
      component: 'AC-02',
      task_id: 'run',
      metric: 'pass_count',
      value: 3,
      unit: 'count',
    })
    expect(valuesOf(state, 'issues_found')).toEqual([1, 1, 0])
    expect(valuesOf(state, 'issues_fixed')).toEqual([0, 1, 1])
    expect(valuesOf(state, 'early_termination')).toEqual([true])
    expect(valuesOf(state, 'suppressed')).toEqual([false])
    expect(valuesOf(state, 'token_cost')).toEqual([100])
    expect(valuesOf(state, 'time_per_pass')).toHaveLength(3)
  })

  test('a task that used all its passes, or came to nothing, did not end early', () => {
    const used = play({ ...stories['completes in three passes'], start: loop({ max_passes: 3 }) })
    expect(used.state.ended?.exit_code).toBe(0)
    expect(valuesOf(used.state, 'early_termination')).toEqual([false])
    expect(valuesOf(play(stories['its agent fails']!).state, 'early_termination')).toEqual([false])
  })

  test('are none before the end, and none where no pass began', () => {
    const { events, state } = play(stories['pdca, planned only']!)
    expect(runMetrics(state)).toEqual([])
    expect(runMetrics(fold(events.slice(0, 3), 'run'))).toEqual([])
  })

  test('realigned is a drift that a later pass made good', () => {
    const { events } = play(stories['completes in three passes']!)
    const drift = (pass: number) => ({
      ...events.at(-1)!,
      type: 'drift.detected' as const,
      data: { pass, head: BASE, share: 1, causes: [], evidence: [], off: [] },
    })
    const realigned = (pass: number) => {
      const state = fold([...events, drift(pass)] as WiggumEvent[], 'run')
      return [...valuesOf(state, 'drift_detected'), ...valuesOf(state, 'drift_realigned')]
    }
    expect(realigned(2)).toEqual([true, true])
    expect(realigned(3)).toEqual([true, false])
  })
})
