import { describe, expect, test } from 'vitest'
import { warningOf } from '../../src/core/lift-v1.ts'
import { telling } from './telling.ts'

const warning = (rationale: string) => ({
  what: 'test-first' as const,
  chosen: 'go on with a WARNING',
  alternatives: ['stop'],
  rationale,
})

describe('what an old log says only in words', () => {
  test('why a change went on without a test', () => {
    expect(warningOf(warning('cycle 2: the plan has no test strategy'))).toBe('no-strategy')
    expect(warningOf(warning('cycle 1: the budget is nearly spent'))).toBe('budget')
    expect(warningOf(warning('cycle 1: no test came of the targeted retry'))).toBe('no-test')
    expect(warningOf(warning('cycle 1: it rained'))).toBeNull()
  })

  test('is kept with the cycle in which it was said', () => {
    const { state, tell } = telling()
    tell('decision', warning('cycle 1: the budget is nearly spent'))
    expect(state.warnings).toEqual([{ cycle: 1, why: 'budget' }])
  })
})
