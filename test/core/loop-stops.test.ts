import { describe, expect, test } from 'vitest'
import type { AgentCall } from '../../src/core/commands.ts'
import { greenFrom, heads, makers, onlyMergedRed, passOf, run } from './loop-play.ts'
import type { Simulation } from './simulate.ts'
import { BASE } from './simulate.ts'

/** In these passes the Maker's call comes to this. */
const inPasses = (passes: number[], said: object) => (call: AgentCall) =>
  call.role === 'maker' && passes.includes(passOf(call)) ? said : undefined

const hangs = { fails: 'idle' }
const blocked = { status: 'BLOCKED' as const, summary: 'the port is taken' }
const single = { max_passes: 1, suppressed: 'asked for with --single-pass' }

function resumed({ events }: Simulation, cut = events.length): Simulation['events'] {
  const kept = events.slice(0, cut)
  const last = kept.at(-1)!
  const data = { reason: 'asked', after: last.seq }
  return [...kept, { ...last, seq: last.seq + 1, type: 'run.resumed' as const, data } as typeof last]
}

describe('a pass that was cut off', () => {
  const called = ({ events }: Simulation) => [
    ...new Set(
      events.flatMap(({ type, data }) => (type === 'agent.start' ? `${data.step}:${data.attempt}` : [])),
    ),
  ]
  const dealtWith = ({ state }: Simulation) => state.passes.map(({ pass, facts }) => ({ pass, facts }))

  test.each([
    ['hangs', hangs],
    ['crashes', { fails: 'crash' }],
    ['is blocked', blocked],
  ])('after any event is not played again where its agent %s', (_, said) => {
    const script = { play: inPasses([1], said) }
    const whole = run(script)
    expect(whole.state.passes).toHaveLength(2)
    for (let cut = 1; cut < whole.events.length; cut++) {
      const again = run(script, resumed(whole, cut))
      expect([called(again), dealtWith(again)], `cut at ${cut}`).toEqual([called(whole), dealtWith(whole)])
      expect(again.state.ended?.exit_code).toBe(0)
    }
  })

  test('after any event ends as it would have where its blocker stands', () => {
    const script = { play: inPasses([1, 2], blocked), heads: [BASE] }
    const whole = run(script)
    for (let cut = 1; cut < whole.events.length; cut++) {
      const again = run(script, resumed(whole, cut))
      expect([called(again), again.state.ended?.status]).toEqual([called(whole), 'blocked'])
    }
  })
})

describe('a pass whose agent is stopped', () => {
  test('ends there: its work counts, and the next pass goes on from it', () => {
    const { state, commands } = run({ play: inPasses([1], hangs) })
    expect(state.passes).toMatchObject([
      {
        pass: 1,
        check: 'green',
        left: ['the agent did not finish: idle: no output within 300 s'],
        facts: { changed: true, failed: 'idle: no output within 300 s', blocked: null },
      },
      { pass: 2, left: [], facts: { failed: null } },
    ])
    expect(makers(commands)[1]).toMatchObject({ step: '1-do-maker-2', head: heads[0], continues: null })
    expect(makers(commands)[1]?.note).toContain('stopped before it was done (idle: no output within 300 s)')
    expect(state.ended?.exit_code).toBe(0)
  })

  test.each(['wall', 'crash', 'no-result', 'max-turns', 'error'])('whatever stopped it: %s', (fails) => {
    const { state } = run({ play: inPasses([1], { fails }) })
    expect([state.passes.length, state.ended?.exit_code]).toEqual([2, 0])
  })

  test('a limit is waited for in the same pass', () => {
    let calls = 0
    const play = ({ role }: AgentCall) =>
      role === 'maker' && ++calls === 1 ? { fails: 'limit', retryAt: '2026-01-01T01:00:00Z' } : undefined
    const { state } = run({ play })
    expect([state.passes.length, state.ended?.exit_code]).toEqual([1, 0])
  })

  test('an agent that cannot log in ends the run at once', () => {
    const { state } = run({ play: inPasses([1], { fails: 'authentication' }) })
    expect(state.ended).toMatchObject({ exit_code: 4 })
  })

  test('a single pass has nobody who could go on', () => {
    const { state } = run({ play: inPasses([1], hangs), loop: single })
    expect(state.ended).toMatchObject({ status: 'agent-failed', exit_code: 14 })
  })

  test('three in a row are a hard break', () => {
    const { state } = run({ play: inPasses([1, 2, 3], hangs), green: onlyMergedRed })
    expect(state.ended).toMatchObject({ status: 'hard-break', exit_code: 22 })
    expect(state.broken?.detector).toBe('break.agent-failures')
  })

  test('with a review in between it is the breaker that sees it', () => {
    const { state } = run({ play: inPasses([1, 2, 3, 4], hangs), heads: [heads[0]!] })
    expect(state.breaker).toMatchObject({ state: 'OPEN' })
    expect(state.breaker.signals).toContain('stagnation.failures')
    expect(state.passes).toHaveLength(3)
  })

  test('work that cannot be taken over ends the run with that', () => {
    const made = run({
      play: inPasses([2], { fails: 'error' }),
      green: greenFrom(2),
      takesMs: () => 0,
    })
    expect(made.state.ended).toMatchObject({ status: 'agent-failed', exit_code: 14 })
  })

  test('killed anywhere, it lands with the same passes, and none of them twice', () => {
    const script = { play: inPasses([1], hangs) }
    const whole = run(script)
    for (let cut = 1; cut < whole.events.length - 1; cut++) {
      const { state } = run(script, resumed(whole, cut))
      expect(state.ended?.exit_code, `cut at ${cut}`).toBe(0)
      expect(new Set(state.passes.map(({ pass }) => pass)).size).toBe(state.passes.length)
    }
  })

  test('resumed after its work is in, it is still not the last pass', () => {
    const script = { play: inPasses([1], hangs) }
    const whole = run(script)
    const ended = whole.events.findIndex(({ type }) => type === 'pass.complete') + 1
    const { state } = run(script, resumed(whole, ended))
    expect(state.passes.map(({ pass }) => pass)).toEqual([1, 2])
  })
})

describe('a Maker that reports a blocker', () => {
  test('is asked once to find a way round, and the run goes on if it does', () => {
    const { state, commands } = run({ play: inPasses([1], blocked) })
    expect(state.passes[0]).toMatchObject({
      left: ['blocked: the port is taken'],
      facts: { blocked: 'the port is taken', failed: null },
    })
    const note = makers(commands)[1]?.note
    expect(note).toContain('blocked: the port is taken')
    expect(note).toContain('way round')
    expect(state.ended?.exit_code).toBe(0)
  })

  test('ends the run if the pass that was to find one reports it again', () => {
    const { state } = run({ play: inPasses([1, 2], blocked), heads: [BASE] })
    expect(state.ended).toMatchObject({ status: 'blocked', exit_code: 14 })
    expect(state.ended?.reason).toContain('the port is taken')
    expect(state.passes).toHaveLength(1)
  })

  test('gets its one investigation again after a pass that was not blocked', () => {
    const { state } = run({ play: inPasses([1, 3], blocked), green: greenFrom(3) })
    expect(state.passes.map(({ facts }) => facts.blocked)).toEqual([
      'the port is taken',
      null,
      'the port is taken',
      null,
    ])
    expect(state.ended?.exit_code).toBe(0)
  })

  test('says so even without a reason', () => {
    const { state } = run({ play: inPasses([1], { status: 'BLOCKED', notes: 'see below' }) })
    expect(state.passes[0]?.facts.blocked).toBe('see below')
    const mute = run({ play: inPasses([1], { status: 'BLOCKED' }) })
    expect(mute.state.passes[0]?.facts.blocked).toBe('it gave no reason')
  })

  test('ends a single pass at once', () => {
    const { state } = run({ play: inPasses([1], blocked), loop: single })
    expect(state.ended).toMatchObject({ status: 'blocked', exit_code: 14 })
  })

  test('resumed after the end it tries the same pass again', () => {
    const script = { play: inPasses([1, 2], blocked), heads: [BASE] }
    const ended = run(script)
    const { state } = run({ heads: [BASE, heads[0]!] }, resumed(ended))
    expect(state.passes.map(({ pass }) => pass)).toEqual([1, 2])
    expect(state.ended?.exit_code).toBe(0)
  })
})
