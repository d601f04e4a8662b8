import { describe, expect, test } from 'vitest'
import type { EventOf } from '../../src/core/events.ts'
import { type StepIdentity, stepName, usualStep } from '../../src/core/identity.ts'
import { identityFromName, warningKeyOf } from '../../src/core/lift-v1.ts'
import { golden, goldenNames } from '../golden/golden.ts'
import { telling } from './telling.ts'

const warning = (rationale: string) => ({
  what: 'test-first' as const,
  chosen: 'go on with a WARNING',
  alternatives: ['stop'],
  rationale,
})

describe('what an old log says only in words', () => {
  test('why a change went on without a test', () => {
    expect(warningKeyOf(warning('cycle 2: the plan has no test strategy'), 2)).toBe(
      'test-first:2:no-strategy',
    )
    expect(warningKeyOf(warning('cycle 1: the budget is nearly spent'), 1)).toBe('test-first:1:budget')
    expect(warningKeyOf(warning('cycle 1: no test came of the targeted retry'), 1)).toBe(
      'test-first:1:no-test',
    )
    expect(warningKeyOf(warning('cycle 1: it rained'), 1)).toBeNull()
  })

  test('is kept with the cycle in which it was said', () => {
    const { state, tell } = telling()
    tell('decision', warning('cycle 1: the budget is nearly spent'))
    expect(state.warnings).toEqual(['test-first:1:budget'])
  })
})

const lifted = (step: string, archetype: string) =>
  identityFromName({ phase: null, data: { step, archetype } } as EventOf<'agent.start'>, 1)

const named = (role: string, over: Partial<StepIdentity> = {}): StepIdentity => ({
  ...usualStep({ cycle: 2, phase: 'check', role }),
  ...over,
})

describe('what a step is', () => {
  test.each([
    named('sage'),
    named('sage', { round: 3, again: true }),
    named('guardian', { round: 2, variant: 'adversarial', again: true }),
    named('maker', { round: 2, variant: 'tests', answer: 1 }),
    named('creator', { variant: 'upgraded', clarified: 2, answer: 1 }),
    named('explorer', { variant: 'mini' }),
    named('judge', { suspicion: 'creator-over-architect-4' }),
    named('api-docs'),
    named('api-again', { again: true }),
  ])('is read from the name that is made of it: %o', (identity) => {
    expect(lifted(stepName(identity), identity.role)).toEqual(identity)
  })

  test('has a name of its own, whatever dashes are in its role', () => {
    const roles = ['api', 'api-again', 'api-2', 'api-2-again', 'guardian', 'guardian-adversarial']
    const calls = [
      {},
      { again: true },
      { round: 2 },
      { round: 2, again: true },
      { variant: 'adversarial' as const },
    ]
    const names = roles.flatMap((role) => calls.map((call) => stepName(named(role, call))))
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(goldenNames)('is read from every name in the old log %s', (log) => {
    for (const event of golden(log)) {
      if (event.type !== 'agent.start') continue
      const identity = identityFromName(event, 0)
      expect(stepName(identity)).toBe(event.data.step)
      expect(identity).toMatchObject({ role: event.data.archetype, phase: event.phase })
    }
  })
})
