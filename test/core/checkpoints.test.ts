import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import { compareCycles } from '../../src/core/cycle-quality.ts'
import { decide } from '../../src/core/decide/index.ts'
import type { EventOf, WiggumEvent } from '../../src/core/events.ts'
import { fold } from '../../src/core/fold.ts'
import { finding, type Script, simulate } from './simulate.ts'

function policy(over: Record<string, unknown>) {
  return { ...defaultConfig(), ...over }
}

describe('a checkpoint', () => {
  const halfWay = () => {
    const { events } = simulate({})
    const at = events.findIndex((event) => event.type === 'agent.start' && event.data.archetype === 'maker')
    return events.slice(0, at + 1)
  }
  const instant = (minutes: number) => {
    const begun = Date.parse(halfWay()[0]!.ts)
    return new Date(begun + minutes * 60_000).toISOString()
  }
  const decided = (events: WiggumEvent[], minutes: number) =>
    decide(fold(events, 'run'), instant(minutes)).commands.map(({ key }) => key)
  const made = (minutes: number): WiggumEvent => {
    const data = {
      trigger: 'minutes' as const,
      spend: { usd: 0, tokens: 0, unknown_calls: 0 },
      quality: [],
      pushed: null,
      refs: [],
      problems: [],
      decision: 'goes on',
    }
    const place = { v: 1 as const, seq: halfWay().length + 1, ts: instant(minutes), run_id: 'run' }
    return { ...place, type: 'policy.checkpoint', phase: null, agent: null, parent: [], data }
  }

  test('is due 45 minutes after the beginning, beside the agent that is at work', () => {
    expect(decided(halfWay(), 44.99)).toEqual(['agent:1-do-maker:1'])
    expect(decided(halfWay(), 45)).toEqual(['agent:1-do-maker:1', 'checkpoint:1'])
  })

  test('is due again 45 minutes after the last one, also for a run that was resumed', () => {
    const log = [...halfWay(), made(45)]
    expect(decided(log, 89.99)).toEqual(['agent:1-do-maker:1'])
    expect(decided(log, 90)).toEqual(['agent:1-do-maker:1', 'checkpoint:2'])
  })

  test('is not due because a clock was set back', () => {
    expect(decided([...halfWay(), made(45)], -500)).toEqual(['agent:1-do-maker:1'])
  })

  test('has the interval of the configuration, and can be switched off', () => {
    const [start, ...rest] = halfWay() as [EventOf<'run.start'>, ...WiggumEvent[]]
    const other = (over: Record<string, unknown>) => [
      { ...start, data: { ...start.data, policy: policy(over) } },
      ...rest,
    ]
    const checkpoint = { minutes: 10, tasks: 3, push: false }
    expect(decided(other({ checkpoint }), 10)).toContain('checkpoint:1')
    const off = { checkpoint, detectors: { 'boundary.checkpoint': { enabled: false } } }
    expect(decided(other(off), 1000)).toEqual(['agent:1-do-maker:1'])
  })

  test('does not count tasks within a run, and does not keep a run from waiting for a person', () => {
    const detectors = (thresholds: Record<string, number>) => ({
      policy: policy({ detectors: { 'boundary.checkpoint': { thresholds } } }),
    })
    const [start, ...rest] = halfWay() as [EventOf<'run.start'>, ...WiggumEvent[]]
    const log = [{ ...start, data: { ...start.data, ...detectors({ tasks: 0 }) } }, ...rest]
    expect(decided(log, 1)).toEqual(['agent:1-do-maker:1'])
    const asks = simulate({
      start: detectors({ minutes: 0.000_001 }),
      agent: (role) => (role === 'maker' ? { status: 'NEEDS_CONTEXT', notes: 'Which?' } : undefined),
    })
    expect(Object.values(asks.state.gates).filter(({ answer }) => answer === null)).toHaveLength(1)
    expect(decided(asks.events, 1000)).toEqual([])
  })

  test('is not made where the run ends anyway, or has landed', () => {
    const { events } = simulate({ agent: (role) => (role === 'maker' ? { fails: 'crash' } : undefined) })
    expect(decided(events.slice(0, -1), 1000)).toEqual(['finish'])
    const landed = simulate({}).events.filter((event) => event.type !== 'run.complete')
    expect(decided(landed, 1000)).not.toContain('checkpoint:1')
  })
})

describe('the quality that a checkpoint compares', () => {
  const SURE = { task_understanding: 0.9, solution_completeness: 0.9, risk_coverage: 0.9 }
  const warning = finding({ severity: 'WARNING', description: 'two names for one thing', file: 'src/y.js' })
  const cycles: Script = {
    heads: ['1'.repeat(40), '2'.repeat(40)],
    files: [{ path: 'src/x.js' }, { path: 'test/x.test.js', test: true }],
    agent: (role, attempt) => {
      if (role === 'creator') return { confidence: SURE, test_strategy: ['a case'] }
      if (role !== 'guardian') return undefined
      return attempt === 1
        ? { verdict: 'REJECTED', findings: [finding(), warning] }
        : { verdict: 'APPROVED', findings: [warning] }
    },
    start: { strategy: 'pdca', workflow: 'fast', max_cycles: 2 },
  }

  test('is not yet comparable in the first cycle', () => {
    const { events } = simulate(cycles)
    const first = events.slice(
      0,
      events.findIndex((event) => event.type === 'cycle.boundary'),
    )
    for (const log of [first.slice(0, 3), first])
      expect(compareCycles(fold(log))).toEqual(['not yet comparable: there is one cycle to look at'])
  })

  test('is the present cycle against the first', () => {
    expect(compareCycles(simulate(cycles).state)).toEqual([
      'CRITICAL: 1 in cycle 1, 0 in cycle 2',
      'WARNING: 1 in cycle 1, 1 in cycle 2',
      'checks: green in cycle 1, green in cycle 2',
    ])
  })
})
