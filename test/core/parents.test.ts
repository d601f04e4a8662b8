import { describe, expect, test } from 'vitest'
import type { Draft, WiggumEvent } from '../../src/core/events.ts'
import { applyEvent, fold } from '../../src/core/fold.ts'
import { parentsOf } from '../../src/core/parents.ts'
import { simulate } from './simulate.ts'

describe('the parents of events', () => {
  const log = () => {
    const { events } = simulate({
      agent: (role) => (role === 'guardian' ? { verdict: 'APPROVED', findings: [] } : undefined),
    })
    const of = (type: string, role?: string) =>
      events.find((event) => event.type === type && (role === undefined || event.agent === role))!
    return { events, of }
  }

  test('the start has none, and every other event has earlier ones', () => {
    const { events, of } = log()
    expect(of('run.start').parent).toEqual([])
    for (const event of events.slice(1)) {
      expect(event.parent.length, event.type).toBeGreaterThan(0)
      expect(Math.max(...event.parent)).toBeLessThan(event.seq)
    }
  })

  test('an end belongs to its beginning', () => {
    const { of } = log()
    expect(of('agent.complete', 'maker').parent).toEqual([of('agent.start', 'maker').seq])
  })

  test('a phase fans in from everything that ended before it', () => {
    const { events } = log()
    const act = events.filter((event) => event.type === 'phase.transition').at(-1)!
    const reviews = events.filter((event) => event.type === 'review.verdict').map((event) => event.seq)
    for (const seq of reviews) expect(act.parent).toContain(seq)
  })

  test('agents that run side by side share their parent', () => {
    const { events, of } = log()
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

describe('what an event belongs to', () => {
  /** The events of this type in turn, and what the fold then says an event's parents are. */
  const parents = (before: Draft[], draft: Draft) => {
    const log = simulate().events.slice(0, 1)
    // Told by hand: only what the trail looks at is there.
    for (const each of before) log.push({ ...log[0]!, ...each, seq: log.length + 1 } as WiggumEvent)
    return parentsOf(fold(log), draft)
  }
  const draft = (type: string, data: object = {}) => ({ type, data }) as Draft
  const last = draft('policy.checkpoint')

  test.each<[string, Draft, Draft]>([
    ['a session', draft('agent.start', { step: 'a' }), draft('agent.session', { step: 'a' })],
    ['an answer', draft('agent.start', { step: 'a' }), draft('agent.complete', { step: 'a' })],
    ['a failure', draft('agent.start', { step: 'a' }), draft('agent.failed', { step: 'a' })],
    ['a timeout', draft('agent.start', { step: 'a' }), draft('agent.timeout', { step: 'a' })],
    ['a verdict', draft('agent.complete', said('a')), draft('review.verdict', { step: 'a' })],
    ['a downgrade', draft('agent.complete', said('a')), draft('evidence.downgrade', { step: 'a' })],
    ['collected work', draft('agent.complete', said('a')), draft('work.collected', { step: 'a' })],
    [
      'the end of a check',
      draft('verify.start', { kind: 'merged' }),
      draft('verify.complete', { kind: 'merged' }),
    ],
    ['a merge', draft('land.start'), draft('run.merged')],
    ['a refusal to land', draft('land.start'), draft('land.refused')],
    ['an answer to a question', draft('gate.opened', { gate: 'a' }), draft('gate.answered', { gate: 'a' })],
  ])('%s, to its beginning, whatever came between', (_, beginning, end) => {
    expect(parents([beginning, last], end)).toEqual([2])
  })

  test.each<[string, Draft, Draft]>([
    ['a session', draft('agent.start', { step: 'a' }), draft('agent.session', { step: 'b' })],
    ['a verdict', draft('agent.complete', said('a')), draft('review.verdict', { step: 'b' })],
    ['a check', draft('verify.start', { kind: 'baseline' }), draft('verify.complete', { kind: 'merged' })],
    ['a decision', draft('land.start'), draft('decision')],
  ])('%s without a beginning, to what happened last', (_, other, end) => {
    expect(parents([other, last], end)).toEqual([3])
  })

  test.each(['agent.start', 'agent.session', 'verify.start', 'land.start'])(
    '%s causes nothing yet: what comes next has the same parent',
    (type) => {
      expect(
        parents([last, draft(type, { step: 'a', attempt: 1, kind: 'merged' })], draft('decision')),
      ).toEqual([2])
    },
  )

  test('the first has none, nor has a start, whenever it comes', () => {
    expect(parentsOf(fold([]), draft('decision'))).toEqual([])
    expect(parents([last], draft('run.start'))).toEqual([])
  })

  test('a phase without anything that ended follows its cause', () => {
    const phase = draft('phase.transition', { to: 'act' })
    expect(parents([last], phase)).toEqual([2])
    const green = draft('verify.complete', { kind: 'merged', green: true })
    expect(parents([green, last, phase, last], phase)).toEqual([5])
    expect(parents([green, last], phase)).toEqual([2])
  })
})

function said(step: string) {
  return {
    step,
    attempt: 1,
    usage: { cost_usd: null, input_tokens: null, output_tokens: null, turns: null },
    contract: {},
    artifacts: [],
  }
}
