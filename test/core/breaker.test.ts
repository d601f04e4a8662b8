import { describe, expect, test } from 'vitest'
import { defaultConfig } from '../../src/config/load.ts'
import { afterPass } from '../../src/core/breaker.ts'
import type { EventData } from '../../src/core/events.ts'
import { initialState, type RunState } from '../../src/core/state.ts'
import { HEAD } from './simulate.ts'

type Pass = EventData['pass.complete']
type Over = Partial<Omit<Pass, 'facts'>> & { facts?: Partial<Pass['facts']> }

/** A pass that changed nothing and left one thing open. */
function pass(over: Over = {}): Omit<Pass, 'pass'> {
  const facts = { changed: false, tests_only: false, research: false, errors: [], failed_tests: null }
  return {
    max_passes: 9,
    started_at: '2026-01-01T00:00:00Z',
    head: HEAD,
    check: 'red',
    review: null,
    claims_done: false,
    left: ['the test fails'],
    issues_found: 2,
    issues_fixed: 0,
    todos: [],
    ...over,
    facts: { ...facts, denials: 0, ...over.facts },
  }
}

function moved(passes: Omit<Pass, 'pass'>[], breaker: Partial<RunState['breaker']> = {}) {
  const state = initialState('run')
  state.passes = passes.map((each, at) => ({ ...each, pass: at + 1 }))
  state.breaker = { ...state.breaker, ...breaker }
  return afterPass(state, defaultConfig())
}

const idle = (times: number) => Array.from({ length: times }, () => pass())

describe('the breaker after a pass', () => {
  test('stays as it is before there is one', () => {
    expect(moved([])).toBeNull()
  })

  test('opens with every rule that saw something, its words and its evidence', () => {
    const stuck = idle(3).map((each) => ({ ...each, claims_done: true }))
    expect(moved(stuck)).toEqual({
      from: 'CLOSED',
      to: 'OPEN',
      reason: 'No file changes; Done is claimed, and is not',
      evidence: [
        'no file was changed in 3 passes',
        'done was said 3 times, and not once were the checks green',
      ],
      signals: ['stagnation.no-file-changes', 'stagnation.completion-without-evidence'],
      pass: 3,
    })
  })

  test('does not look at passes from before it last closed', () => {
    expect(moved(idle(3), { since: 1 })).toBeNull()
    expect(moved(idle(4), { since: 1 })).toMatchObject({ to: 'OPEN', pass: 4 })
  })

  test('stays closed where nothing is left to do, and open where it stands open', () => {
    expect(moved([...idle(2), pass({ left: [] })])).toBeNull()
    expect(moved(idle(3), { state: 'OPEN' })).toBeNull()
  })
})

describe('the breaker after its probe pass', () => {
  const half = {
    state: 'HALF_OPEN' as const,
    reason: 'No file changes',
    signals: ['stagnation.no-file-changes'],
  }
  const counted = (failed_tests: number) => pass({ facts: { failed_tests } })

  test('opens again for the reason that it had, if nothing got better', () => {
    expect(moved([pass(), pass()], half)).toEqual({
      from: 'HALF_OPEN',
      to: 'OPEN',
      reason: 'No file changes',
      evidence: ['the probe pass made no progress'],
      signals: ['stagnation.no-file-changes'],
      pass: 2,
    })
  })

  test('closes after progress, and says so', () => {
    expect(moved([pass(), pass({ issues_fixed: 1 })], half)).toEqual({
      from: 'HALF_OPEN',
      to: 'CLOSED',
      reason: 'the probe pass made progress',
      evidence: [],
      signals: ['stagnation.no-file-changes'],
      pass: 2,
    })
  })

  test.each<[string, Omit<Pass, 'pass'>[], 'OPEN' | 'CLOSED']>([
    ['nothing is left', [pass(), pass({ left: [] })], 'CLOSED'],
    ['one thing was mended', [pass(), pass({ issues_fixed: 1 })], 'CLOSED'],
    ['fewer tests fail', [counted(5), counted(4)], 'CLOSED'],
    ['as many tests fail', [counted(5), counted(5)], 'OPEN'],
    ['less is open than before', [pass(), pass({ issues_found: 1 })], 'CLOSED'],
    ['as much is open as before', [pass({ issues_found: 1 }), pass({ issues_found: 1 })], 'OPEN'],
    [
      'less is open than long ago only',
      [pass(), pass({ issues_found: 1 }), pass({ issues_found: 1 })],
      'OPEN',
    ],
    ['there is no pass to compare it with', [pass()], 'OPEN'],
  ])('%s', (_, passes, to) => {
    expect(moved(passes, half)?.to).toBe(to)
  })
})
