import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import { eventData } from '../../src/core/events.ts'
import { type FailureCause, failureRules } from '../../src/policy/failures.ts'
import { type Script, simulate } from './simulate.ts'

/** What the Maker's n-th call fails with; after the list it works. */
function makerFails(causes: { cause: string; retryAt?: string }[], over: Script = {}) {
  return simulate({
    ...over,
    agent: (role, attempt) => {
      const failed = role === 'maker' ? causes[attempt - 1] : undefined
      return failed && { fails: failed.cause, ...(failed.retryAt ? { retryAt: failed.retryAt } : {}) }
    },
  })
}

function starts(run: ReturnType<typeof simulate>) {
  return run.events.flatMap((event) =>
    event.type === 'agent.start' && event.data.archetype === 'maker' ? [event] : [],
  )
}

const ROWS: [cause: FailureCause, calls: number, exit: number][] = [
  ['overload', 3, 22],
  ['connection', 3, 22],
  ['authentication', 1, 4],
  ['missing', 1, 4],
  ['model', 1, 4],
  ['context', 2, 14],
  ['budget', 1, 24],
  ['refusal', 1, 14],
  ['max-turns', 1, 14],
  ['output', 1, 14],
  ['crash', 1, 14],
  ['no-result', 1, 14],
  ['error', 1, 14],
  ['interrupted', 1, 14],
  ['limit', 21, 14],
]

describe('an agent that fails every time', () => {
  test.each(ROWS)('with %s is called %i times, and the run ends with %i', (cause, calls, exit) => {
    const run = makerFails(Array.from({ length: 30 }, () => ({ cause })))
    expect(starts(run)).toHaveLength(calls)
    expect(run.state.ended?.exit_code).toBe(exit)
    expect(run.state.ended?.reason).toContain('it broke')
  })

  test('every cause has its row, and so has every limit of time', () => {
    const causes = [
      ...eventData['agent.failed'].shape.cause.options,
      ...eventData['agent.timeout'].shape.limit.options,
    ]
    expect(Object.keys(failureRules).sort()).toEqual([...causes].sort())
    // What the supervisor ended itself is told in stuck.test.ts.
    expect([...ROWS.map(([cause]) => cause), 'stagnation'].sort()).toEqual(
      [...eventData['agent.failed'].shape.cause.options].sort(),
    )
  })

  test.each(['authentication', 'missing'] as const)('with %s: the ending says what to type next', (cause) => {
    const { ended } = makerFails([{ cause }]).state
    expect(ended).toMatchObject({ status: 'agent-unavailable' })
    expect(ended?.reason).toMatch(/`wiggum resume`.*`wiggum doctor`/)
  })

  test('with an unknown model: the ending says where a model is named', () => {
    expect(makerFails([{ cause: 'model' }]).state.ended?.reason).toMatch(/--model/)
  })
})

describe('what passes by itself', () => {
  test('is tried again after growing pauses, as long as it lasts', () => {
    const policy = { ...defaultConfig(), detectors: { 'break.agent-failures': { enabled: false } } }
    const failures = ['overload', 'connection', 'overload', 'overload'].map((cause) => ({ cause }))
    const run = makerFails(failures, { start: { policy } })
    expect(run.state.ended?.exit_code).toBe(0)
    const failed = run.events.filter((event) => event.type === 'agent.failed')
    const waited = failed.map((event, index) => {
      const next = starts(run)[index + 1]!
      return Math.round((Date.parse(next.ts) - Date.parse(event.ts)) / 1000)
    })
    // The simulated clock counts a second an event.
    expect(waited).toEqual([6, 21, 61, 181])
  })

  test('a limit is waited for to the stated instant, and is no failure', () => {
    const retryAt = '2026-01-01T05:00:00.000Z'
    const run = makerFails([{ cause: 'limit', retryAt }])
    expect(run.state.ended?.exit_code).toBe(0)
    expect(starts(run)[1]!.ts >= retryAt).toBe(true)
    expect(starts(run)[1]!.ts < '2026-01-01T05:00:10.000Z').toBe(true)
    expect(run.state.failedCalls).toEqual([])
  })

  test('a limit whose end has passed already is not tried again in the same second', () => {
    const run = makerFails([{ cause: 'limit', retryAt: '2025-01-01T00:00:00.000Z' }])
    const failed = run.events.find((event) => event.type === 'agent.failed')!
    expect(Date.parse(starts(run)[1]!.ts) - Date.parse(failed.ts)).toBeGreaterThanOrEqual(1000)
    expect(run.state.ended?.exit_code).toBe(0)
  })

  test('a resumed run still waits for the limit; any other trouble is tried again at once', () => {
    const retryAt = '2026-01-01T05:00:00.000Z'
    const resumed = (cause: string) => {
      const first = makerFails([{ cause, retryAt }])
      const failed = first.events.findIndex((event) => event.type === 'agent.failed')
      const before = first.events.slice(0, failed + 1)
      const ts = new Date(Date.parse(before.at(-1)!.ts) + 1000).toISOString()
      const data = { reason: 'it was interrupted', after: before.length }
      const event = { ...before.at(-1)!, seq: before.length + 1, ts, type: 'run.resumed', data }
      // A made-up line of the log: only its type, its instant and its data matter to the fold.
      const again = simulate({}, [...before, event as (typeof before)[number]])
      return again.events.find((each) => each.type === 'agent.start' && each.seq > before.length)!.ts
    }
    expect(resumed('limit') >= retryAt).toBe(true)
    expect(resumed('authentication') < retryAt).toBe(true)
  })
})

describe('a conversation', () => {
  const session = (attempt: number) => `conversation-${attempt}`
  const continued = (cause: string) =>
    makerFails([{ cause }], { session }).commands.flatMap((command) =>
      command.do === 'agent' && command.call.role === 'maker' ? [command.call.continues] : [],
    )

  test.each(['limit', 'overload', 'connection'])('that %s only paused goes on', (cause) => {
    expect(continued(cause)).toEqual([null, 'conversation-1'])
  })

  test('that is full does not: the second call is a fresh one', () => {
    expect(continued('context')).toEqual([null, null])
  })

  test('that was cut off goes on under the same attempt', () => {
    const whole = simulate({ session })
    const at = whole.events.findIndex(
      (event) => event.type === 'agent.session' && event.data.step === '1-do-maker',
    )
    const { commands } = simulate({ session }, whole.events.slice(0, at + 1))
    const [call] = commands.flatMap((command) => (command.do === 'agent' ? [command.call] : []))
    expect(call).toMatchObject({ step: '1-do-maker', attempt: 1, continues: 'conversation-1' })
  })
})
