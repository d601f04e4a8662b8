import { expect, it } from 'vitest'
import { loopDrafts } from '../../bench/sample-loops.ts'
import { counterfactuals } from '../../src/core/backtest/counterfactual.ts'
import { effectOf } from '../../src/core/backtest/effect.ts'
import { eventData, type WiggumEvent } from '../../src/core/events.ts'

const EVENTS = 400
const loops = Array.from({ length: 4 }, (_, seed) => [...loopDrafts(EVENTS, seed)])

it('the loops that are measured with are such as a run writes', () => {
  for (const drafts of loops) {
    expect(drafts).toHaveLength(EVENTS)
    for (const { type, data } of drafts) expect(eventData[type].parse(data)).toEqual(data)
  }
})

it('every third one would have been halted with one pass fewer, and none with more', () => {
  const changes = [2, 3, 4].map((threshold) => ({ stagnation: { threshold } }))
  const told = loops.map((drafts) => counterfactuals(drafts.map(event), changes)!.map((one) => effectOf(one)))
  const halts = told.map((all) => all.map(({ verdict, right }) => (verdict === 'halts' ? right : verdict)))
  const none = ['unchanged', 'unchanged', 'unchanged']
  expect(halts).toEqual([[false, ...none.slice(1)], none, none, [true, ...none.slice(1)]])
})

function event(draft: (typeof loops)[number][number], at: number): WiggumEvent {
  const ts = '2026-01-02T03:04:05.678Z'
  return {
    v: 1,
    seq: at + 1,
    ts,
    run_id: 'bench',
    phase: null,
    agent: null,
    parent: [],
    ...draft,
  } as WiggumEvent
}
