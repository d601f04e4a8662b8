import { describe, expect, test } from 'vitest'
import type { EventData } from '../../src/core/events.ts'
import { reopen } from '../../src/core/reopen.ts'
import { initialState, type RunState, type StepState, type Trouble } from '../../src/core/state.ts'
import { simulate } from './simulate.ts'

/** A run that ended with this exit code, after something else was changed in it. */
function resumed(exit: number | null, change: (state: RunState) => void = () => {}): RunState {
  const state = initialState('run')
  // Of an ending only its code matters here.
  if (exit !== null) state.ended = { exit_code: exit } as EventData['run.complete']
  change(state)
  reopen(state)
  return state
}

const trouble = (cause: Trouble['cause'], retryAt: string | null): Trouble => ({
  cause,
  message: 'it broke',
  at: '2026-01-01T00:00:00Z',
  retryAt,
  failures: 1,
})
const broken = { detector: 'break.same-shadow' } as EventData['wiggum.break']
const verified = (kind: string, green: boolean) => ({ kind, green }) as EventData['verify.complete']

describe('a run that is resumed', () => {
  test('has not ended, was not interrupted, and nothing failed or was refused', () => {
    const state = resumed(14, (before) => {
      before.endedAt = '2026-01-01T00:00:00Z'
      before.interrupted = 'SIGTERM'
      before.failedCalls = [{ step: '1-do-maker', cause: 'crash', message: 'it broke' }]
      before.refused = { commit: 'x', reason: 'dirty', detail: '' }
      before.conflict = { head: 'x', onto: 'y', files: [] }
    })
    expect(state).toMatchObject({ resumes: 1, ended: null, endedAt: null, interrupted: null })
    expect(state).toMatchObject({ failedCalls: [], refused: null, conflict: null })
  })

  test('keeps a limit that has an end, and forgets every other trouble', () => {
    const state = resumed(14, (before) => {
      before.troubles = {
        known: trouble('limit', '2026-01-01T05:00:00Z'),
        unknown: trouble('limit', null),
        other: trouble('overload', '2026-01-01T05:00:00Z'),
      }
    })
    expect(Object.keys(state.troubles)).toEqual(['known'])
  })

  test('builds its merge again if it had ended, and keeps it if it was cut off', () => {
    const merge = simulate().state.merge
    const built = (state: RunState) => {
      state.merge = merge
    }
    expect([resumed(11, built).merge, resumed(null, built).merge]).toEqual([null, merge])
  })

  test('is pardoned a break that somebody was told of', () => {
    const breaks = (state: RunState) => {
      state.cycle = 2
      state.broken = broken
    }
    const told = resumed(22, breaks)
    expect([told.broken, told.pardons]).toEqual([null, [{ detector: 'break.same-shadow', cycle: 2 }]])
    const cutOff = resumed(null, breaks)
    expect([cutOff.broken, cutOff.pardons]).toEqual([broken, []])
    expect(resumed(10).pardons).toEqual([])
  })

  test('checks again what was red, and asks its hooks again, if it ended for that', () => {
    const red = (state: RunState) => {
      state.verified = {
        green: verified('merged', true),
        red: verified('merged', false),
        proof: verified('proof', false),
      }
      state.hooks = { 'pre-merge:x': {} as EventData['hook.complete'] }
    }
    const again = resumed(12, red)
    expect([Object.keys(again.verified), again.hooks]).toEqual([['green', 'proof'], {}])
    const other = resumed(10, red)
    expect([Object.keys(other.verified).length, Object.keys(other.hooks).length]).toEqual([3, 1])
  })

  test('takes a merge back again if that did not work', () => {
    const reverted = (commit: string | null) => (state: RunState) => {
      state.reverted = { commit, target: 'main', reason: 'red', problem: null }
    }
    expect(resumed(22, reverted(null)).reverted).toBeNull()
    expect(resumed(22, reverted('x')).reverted).toMatchObject({ commit: 'x' })
  })

  test('that stood still has one pass to show that it goes on', () => {
    const stood = (state: RunState) => {
      state.breaker = { ...state.breaker, state: 'OPEN', looked: 3, since: 1 }
    }
    expect(resumed(23, stood).breaker).toMatchObject({ state: 'HALF_OPEN', since: 3 })
    expect(resumed(10, stood).breaker).toMatchObject({ state: 'OPEN', since: 1 })
  })

  test.each([
    [10, true],
    [12, true],
    [21, true],
    [22, true],
    [23, true],
    [11, false],
    [14, false],
    [24, false],
    [0, false],
  ])('after %i has a round and a cycle more: %s', (exit, more) => {
    const used = (state: RunState) => {
      Object.assign(state, { round: 2, maxRounds: 2, cycle: 3, maxCycles: 3 })
    }
    const left = more ? { maxRounds: 3, maxCycles: 4 } : { maxRounds: 2, maxCycles: 3 }
    expect(resumed(exit, used)).toMatchObject(left)
  })

  test.each([
    [10, 65],
    [12, 65],
    [14, 30],
    [null, 30],
  ])('after %s its time counts from minute %i of its work', (exit, from) => {
    const worked = (state: RunState) => {
      state.startedAt = '2026-01-01T00:00:00Z'
      state.lastAt = '2026-01-01T01:15:00Z'
      Object.assign(state, { waitedMs: 600_000, timeFrom: 30 })
    }
    expect(resumed(exit, worked).timeFrom).toBe(from)
  })

  test('keeps rounds and cycles that it had left', () => {
    const unused = (state: RunState) => {
      Object.assign(state, { round: 1, maxRounds: 9, cycle: 1, maxCycles: 8 })
    }
    expect(resumed(10, unused)).toMatchObject({ maxRounds: 9, maxCycles: 8 })
  })

  test('may merge after 11, and goes on after the plan of a dry run', () => {
    const not = (state: RunState) => {
      state.mergeAllowed = false
    }
    expect([resumed(11, not).mergeAllowed, resumed(10, not).mergeAllowed]).toEqual([true, false])
    expect([resumed(0).goesOn, resumed(10).goesOn, resumed(null).goesOn]).toEqual([true, false, false])
  })
})

describe('the steps of a run that is resumed', () => {
  const resumedStep = (over: Partial<StepState>, exit: number | null = 14) => {
    const state = resumed(exit, (before) => {
      const step = simulate().state.steps['1-do-maker']!
      before.steps = { [step.id]: { ...step, failures: { scripted: 2 }, ...over } }
    })
    return { step: state.steps['1-do-maker']!, spend: state.spend }
  }

  test.each(['failed', 'timeout'] as const)('may fail as often again after %s', (outcome) => {
    const { step } = resumedStep({ outcome, contract: null })
    expect([step.outcome, step.failures]).toEqual([outcome, {}])
    expect(resumedStep({ outcome, contract: null }, 12).step.failures).toEqual({})
  })

  test.each(['failed', 'timeout'] as const)(
    'keep their count after %s if the run had not ended',
    (outcome) => {
      expect(resumedStep({ outcome, contract: null }, null).step.failures).toEqual({ scripted: 2 })
    },
  )

  test('keep their count where they did not fail', () => {
    expect(resumedStep({}).step).toMatchObject({ outcome: 'complete', failures: { scripted: 2 } })
    expect(resumedStep({}).spend.unknown_calls).toBe(0)
  })

  test('that were under way cost what nobody knows', () => {
    expect(resumedStep({ outcome: 'running' }).spend.unknown_calls).toBe(1)
  })

  test.each([
    [14, true],
    [24, true],
    [12, false],
    [23, false],
    [null, false],
  ])('that were blocked, in a run that ended with %s, are called again: %s', (exit, again) => {
    const { contract } = simulate().state.steps['1-do-maker']!
    const blocked = { ...contract!, status: 'BLOCKED' as const }
    const { step } = resumedStep({ contract: blocked }, exit)
    expect([step.outcome, step.failures]).toEqual(again ? ['failed', {}] : ['complete', { scripted: 2 }])
  })
})
