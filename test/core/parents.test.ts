import { describe, expect, test } from 'vitest'
import type { Draft, WiggumEvent } from '../../src/core/events.ts'
import { applyEvent, fold } from '../../src/core/fold.ts'
import { parentsOf } from '../../src/core/parents.ts'
import { simulate } from './simulate.ts'

describe('the parents of events', () => {
  const { events } = simulate({
    agent: (role) => (role === 'guardian' ? { verdict: 'APPROVED', findings: [] } : undefined),
  })
  const of = (type: string, role?: string) =>
    events.find((event) => event.type === type && (role === undefined || event.agent === role))!

  test('the start has none, and every other event has earlier ones', () => {
    expect(of('run.start').parent).toEqual([])
    for (const event of events.slice(1)) {
      expect(event.parent.length, event.type).toBeGreaterThan(0)
      expect(Math.max(...event.parent)).toBeLessThan(event.seq)
    }
  })

  test('an end belongs to its beginning', () => {
    expect(of('agent.complete', 'maker').parent).toEqual([of('agent.start', 'maker').seq])
  })

  test('a phase fans in from everything that ended before it', () => {
    const act = events.filter((event) => event.type === 'phase.transition').at(-1)!
    const reviews = events.filter((event) => event.type === 'review.verdict').map((event) => event.seq)
    for (const seq of reviews) expect(act.parent).toContain(seq)
  })

  test('agents that run side by side share their parent', () => {
    const state = fold(events.slice(0, of('review.verdict').seq))
    const start = (role: string) => {
      const data = { ...of('agent.start', 'guardian').data, archetype: role, step: `1-check-${role}` }
      return { type: 'agent.start', data } as Extract<Draft, { type: 'agent.start' }>
    }
    const first = parentsOf(state, start('skeptic'))
    expect(first).toEqual([of('review.verdict').seq])
    applyEvent(state, { ...of('agent.start'), ...start('skeptic'), seq: state.seq + 1 } as WiggumEvent)
    expect(parentsOf(state, start('sage'))).toEqual(first)
  })
})
