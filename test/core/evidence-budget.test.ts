import { describe, expect, test } from 'vitest'
import { canAffordRun, evidenceTime } from '../../src/core/evidence-budget.ts'
import { initialState } from '../../src/core/state.ts'
import { BASE, HEAD } from './simulate.ts'

const TREE = 'e'.repeat(40)
const check = (duration_ms: number, again_ms?: number) => ({
  name: 'test',
  command: 'npm test',
  exit: 0,
  timed_out: false,
  duration_ms,
  artifact: null,
  tail: '',
  ...(again_ms === undefined ? {} : { again: { exit: 0, timed_out: false, duration_ms: again_ms } }),
})

function stateWith(results: [kind: string, subject: string, checks: ReturnType<typeof check>[]][]) {
  const state = initialState('run')
  state.start = { base: BASE } as NonNullable<typeof state.start>
  state.merge = { head: HEAD, tree: TREE } as NonNullable<typeof state.merge>
  for (const [kind, subject, checks] of results)
    state.verified[`${kind}:${subject}`] = { kind, subject, checks } as (typeof state.verified)[string]
  return state
}

const MINUTE = 60_000
const usual: Parameters<typeof stateWith>[0] = [
  ['baseline', BASE, [check(4 * MINUTE)]],
  ['merged', TREE, [check(5 * MINUTE)]],
]

describe('the time of evidence', () => {
  test('is twice that of the checks, and neither the baseline nor the merged run takes of it', () => {
    expect(evidenceTime(stateWith(usual))).toEqual({
      checks_ms: 5 * MINUTE,
      spent_ms: 0,
      left_ms: 10 * MINUTE,
    })
  })

  test('is spent by every other run, and by what was run a second time', () => {
    const state = stateWith([
      ...usual,
      ['merged', TREE, [check(5 * MINUTE, MINUTE)]],
      ['canary', HEAD, [check(5 * MINUTE)]],
      ['proof', HEAD, [check(MINUTE)]],
      ['canary', 'd'.repeat(40), [check(9 * MINUTE)]],
    ])
    expect(evidenceTime(state)).toMatchObject({ spent_ms: 7 * MINUTE, left_ms: 3 * MINUTE })
    expect(canAffordRun(state)).toBe(false)
  })

  test('has room for one more run up to its very end', () => {
    const state = stateWith([...usual, ['canary', HEAD, [check(5 * MINUTE)]]])
    expect(canAffordRun(state)).toBe(true)
  })

  test('is a minute where the checks take seconds', () => {
    const state = stateWith([
      ['baseline', BASE, [check(1_000)]],
      ['canary', HEAD, [check(58_000)]],
    ])
    expect(evidenceTime(state).left_ms).toBe(2_000)
    expect(canAffordRun(state)).toBe(true)
  })
})
