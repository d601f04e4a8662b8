import { describe, expect, test } from 'vitest'
import type { AgentCall } from '../../src/core/commands.ts'
import { decide } from '../../src/core/decide/index.ts'
import { fold } from '../../src/core/fold.ts'
import { type Script, simulate } from './simulate.ts'

const CHAIN = { default: ['one', 'two'] }
const HOUR = '2026-01-01T01:00:00.000Z'

type Said = ReturnType<NonNullable<Script['play']>>

function run(play: (call: AgentCall) => Said, agents: Record<string, string | string[]> = CHAIN) {
  return simulate({ play, start: { agents } })
}

function players(simulated: ReturnType<typeof simulate>, role = 'maker'): string[] {
  return simulated.events.flatMap((event) =>
    event.type === 'agent.start' && event.data.archetype === role ? [event.data.name ?? ''] : [],
  )
}

function fallbacks(simulated: ReturnType<typeof simulate>) {
  return simulated.events.flatMap((event) =>
    event.type === 'decision' && event.data.what === 'agent-fallback' ? [event.data] : [],
  )
}

const makerOf = (agent: string, fails: { fails: string; retryAt?: string }) => (call: AgentCall) =>
  call.role === 'maker' && call.agent === agent ? fails : undefined

describe('the next agent of the chain', () => {
  test.each(['authentication', 'missing'])('takes over at once after %s, on the record', (cause) => {
    const simulated = run(makerOf('one', { fails: cause }))
    expect(simulated.state.ended?.exit_code).toBe(0)
    expect(players(simulated)).toEqual(['one', 'two'])
    expect(fallbacks(simulated)[0]).toMatchObject({ chosen: 'two', alternatives: ['one'] })
    expect(fallbacks(simulated)[0]!.rationale).toMatch(/^1-do-maker, call 2: one /)
  })

  test('takes over from an overloaded one only after all its retries', () => {
    const simulated = run(makerOf('one', { fails: 'overload' }))
    expect(players(simulated)).toEqual(['one', 'one', 'one', 'one', 'one', 'two'])
    expect(simulated.state.ended?.exit_code).toBe(0)
  })

  test('takes over where the limit is far; a near one is waited for', () => {
    const far = run(makerOf('one', { fails: 'limit', retryAt: HOUR }))
    expect(players(far)).toEqual(['one', 'two'])
    let failed = false
    const near = run((call) => {
      if (call.role !== 'maker' || failed) return undefined
      failed = true
      return { fails: 'limit', retryAt: '2026-01-01T00:03:00.000Z' }
    })
    expect(players(near)).toEqual(['one', 'one'])
    expect(fallbacks(near)).toEqual([])
  })

  test('plays the later steps too while the first one is known to be limited, and no longer', () => {
    const simulated = run(makerOf('one', { fails: 'limit', retryAt: HOUR }))
    expect(players(simulated, 'creator')).toEqual(['one'])
    expect(players(simulated, 'guardian')).toEqual(['two'])
    const reviewing = simulated.events.findIndex(
      (event) => event.type === 'decision' && event.data.rationale.startsWith('1-check-guardian'),
    )
    const state = fold(simulated.events.slice(0, reviewing))
    const keys = (now: string) =>
      decide(state, now)
        .commands.filter((command) => command.do !== 'checkpoint')
        .map(({ key }) => key)
    expect(keys('2026-01-01T00:59:59.000Z')).toEqual(['fallback:1-check-guardian:1'])
    expect(keys(HOUR)).toEqual(['phase:do:check'])
  })

  test.each(['crash', 'model', 'refusal', 'error'])('does not take over after %s', (cause) => {
    const simulated = run(makerOf('one', { fails: cause }))
    expect(players(simulated)).toEqual(['one'])
    expect(simulated.state.ended?.exit_code).toBe(cause === 'model' ? 4 : 14)
  })

  test('begins a conversation of its own', () => {
    const simulated = simulate({
      play: makerOf('one', { fails: 'limit', retryAt: HOUR }),
      session: (attempt) => `conversation-${attempt}`,
      start: { agents: CHAIN },
    })
    const calls = simulated.commands.flatMap((command) => (command.do === 'agent' ? [command.call] : []))
    const makers = calls.filter((call) => call.role === 'maker')
    expect(makers.map(({ agent, continues }) => [agent, continues])).toEqual([
      ['one', null],
      ['two', null],
    ])
  })
})

describe('when all are limited', () => {
  const later = '2026-01-01T02:00:00.000Z'
  const both = (call: AgentCall): Said => {
    if (call.role !== 'maker' || call.attempt > 2) return undefined
    return { fails: 'limit', retryAt: call.agent === 'one' ? later : HOUR }
  }

  test('the run waits for the earliest reset, and that agent plays', () => {
    const simulated = run(both)
    expect(players(simulated)).toEqual(['one', 'two', 'two'])
    const third = simulated.events.filter(
      (event) => event.type === 'agent.start' && event.data.archetype === 'maker',
    )[2]!
    expect(third.ts >= HOUR && third.ts < later).toBe(true)
    expect(simulated.state.ended?.exit_code).toBe(0)
  })

  test('the decision says until when and for what', () => {
    const simulated = run(both)
    const second = simulated.events.filter((event) => event.type === 'agent.failed')[1]!
    const state = fold(simulated.events.slice(0, second.seq))
    expect(decide(state, second.ts)).toEqual({
      commands: [],
      wakeAt: HOUR,
      why: 'two is at its usage limit',
    })
  })

  test('and the other cannot log in, the run still waits', () => {
    const simulated = run((call) => {
      if (call.role !== 'maker' || call.attempt > 2) return undefined
      return call.agent === 'one' ? { fails: 'limit', retryAt: later } : { fails: 'authentication' }
    })
    expect(players(simulated)).toEqual(['one', 'two', 'one'])
    expect(simulated.state.ended?.exit_code).toBe(0)
  })
})

test('when nobody is left the ending names them all and what each said', () => {
  const { state } = run((call) => (call.role === 'maker' ? { fails: 'authentication' } : undefined))
  expect(state.ended).toMatchObject({ status: 'agent-unavailable', exit_code: 4 })
  expect(state.ended?.reason).toMatch(/one: it broke; two: it broke/)
})

test('a role has its own chain, and its trouble is not another agent’s', () => {
  const agents = { default: 'one', guardian: ['three', 'one'] }
  const simulated = run((call) => (call.agent === 'three' ? { fails: 'missing' } : undefined), agents)
  expect(players(simulated)).toEqual(['one'])
  expect(players(simulated, 'guardian')).toEqual(['three', 'one'])
  expect(simulated.state.ended?.exit_code).toBe(0)
})

test('killed after any event and decided again, the same agents play the same calls', () => {
  const play = makerOf('one', { fails: 'limit', retryAt: HOUR })
  const whole = run(play)
  for (let cut = 1; cut < whole.events.length; cut++) {
    const again = simulate({ play, start: { agents: CHAIN } }, whole.events.slice(0, cut))
    expect(again.state.ended?.exit_code, `cut after ${cut}`).toBe(0)
    const before = whole.events[cut - 1]!
    // A call that was cut off is made again; apart from it nobody else is called, and nobody more often.
    const cutOff = before.type === 'agent.start' ? 1 : 0
    expect(players(again).length, `cut after ${cut}`).toBe(2 + (cutOff && before.agent === 'maker' ? 1 : 0))
    expect(new Set(fallbacks(again).map(({ rationale }) => rationale.split(':')[0])).size).toBe(
      fallbacks(again).length,
    )
  }
})
