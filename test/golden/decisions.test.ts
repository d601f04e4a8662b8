import { describe, expect, test } from 'vitest'
import type { EventData, WiggumEvent } from '../../src/core/events.ts'
import { golden, goldenNames } from './golden.ts'
import { differencesOf } from './same-decisions.ts'

/** CR6: a log that was recorded leads present code to the same decisions. Nothing is performed, so nobody is called. */

test.each(goldenNames)('%s: present code decides what the log shows', (name) => {
  expect(differencesOf(golden(name))).toEqual([])
})

type Start = EventData['run.start']

/** The same log of a run that began otherwise. */
function begunWith(name: string, change: (start: Start) => Start): WiggumEvent[] {
  return golden(name).map((event) =>
    event.type === 'run.start' ? { ...event, data: change(event.data) } : event,
  )
}

const policy = (over: Record<string, unknown>) => (start: Start) => ({
  ...start,
  policy: { ...start.policy, ...over },
})

describe('another rule shows', () => {
  test('a breaker with more patience does not open where the log says it did', () => {
    const stagnation = {
      ...((golden('stagnation')[0]!.data as Start).policy.stagnation as object),
      threshold: 4,
    }
    expect(differencesOf(begunWith('stagnation', policy({ stagnation })))[0]).toMatchObject({
      type: 'breaker.transition',
    })
  })

  test('a detector that is switched off sees nothing', () => {
    const detectors = { 'maker.rogue.outside-proposal': { enabled: false } }
    expect(differencesOf(begunWith('hard-break', policy({ detectors })))[0]).toMatchObject({
      type: 'shadow.detected',
    })
  })

  test('a gate that nobody is asked about is not opened', () => {
    const gates = { 'test-tampering': 'allow' }
    expect(differencesOf(begunWith('waiting', policy({ gates })))).toMatchObject([{ type: 'gate.opened' }])
  })

  test('what was not to be merged is not landed', () => {
    const kept = begunWith('landed', (start) => ({ ...start, options: { ...start.options, merge: false } }))
    expect(differencesOf(kept).map(({ type }) => type)).toContain('land.start')
  })

  test('a larger budget ends nothing', () => {
    const rich = begunWith('budget', policy({ budget: { usd: 100, tokens: null } }))
    expect(differencesOf(rich)[0]).toMatchObject({ type: 'budget.threshold' })
  })
})
