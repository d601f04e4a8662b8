import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addUsage,
  NOTHING_SPENT,
  percentSpent,
  reaches,
  type Spend,
  worstCase,
} from '../../src/core/budget.ts'
import type { Usage } from '../../src/core/events.ts'

function usage(parts: Partial<Usage>): Usage {
  return { input_tokens: 10, output_tokens: 5, cost_usd: 0.5, turns: 1, ...parts }
}

const BAD = [null, -1, -0.001, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
const anyNumber = fc.oneof(fc.constantFrom(...BAD), fc.double(), fc.nat(1_000_000))
const anyUsage = fc.record({
  input_tokens: anyNumber,
  output_tokens: anyNumber,
  cost_usd: anyNumber,
  turns: anyNumber,
})

describe('BL1 spend', () => {
  it('adds what a call says', () => {
    const once = addUsage(NOTHING_SPENT, usage({}))
    expect(once).toEqual({ usd: 0.5, tokens: 15, unknown_calls: 0 })
    expect(addUsage(once, usage({ cost_usd: 0, input_tokens: 0 }))).toEqual({
      usd: 0.5,
      tokens: 20,
      unknown_calls: 0,
    })
  })

  it.each(BAD)('counts a cost of %s as unknown, never as a credit', (cost_usd) => {
    const spend = addUsage({ usd: 1, tokens: 1, unknown_calls: 0 }, usage({ cost_usd }))
    expect(spend).toEqual({ usd: 1, tokens: 16, unknown_calls: 1, unknown_token_calls: 0 })
  })

  it.each(BAD)('counts tokens of %s as unknown', (input_tokens) => {
    const spend = addUsage(NOTHING_SPENT, usage({ input_tokens }))
    expect(spend).toEqual({ usd: 0.5, tokens: 5, unknown_calls: 0, unknown_token_calls: 1 })
  })

  it('of a call that says nothing is one unknown call', () => {
    const silent = usage({ input_tokens: null, output_tokens: null, cost_usd: null })
    expect(addUsage(NOTHING_SPENT, silent)).toEqual({ usd: 0, tokens: 0, unknown_calls: 1 })
  })

  it('never goes down, whatever the agent reports', () => {
    fc.assert(
      fc.property(fc.array(anyUsage), (calls) => {
        let spend: Spend = NOTHING_SPENT
        for (const call of calls) {
          const next = addUsage(spend, call)
          expect(next.usd).toBeGreaterThanOrEqual(spend.usd)
          expect(next.tokens).toBeGreaterThanOrEqual(spend.tokens)
          expect(next.unknown_calls).toBeGreaterThanOrEqual(spend.unknown_calls)
          expect(Number.isFinite(next.usd) && Number.isFinite(next.tokens)).toBe(true)
          spend = next
        }
      }),
    )
  })
})

describe('The worst case', () => {
  it('charges unknown calls with the assumption, and only what was unknown of them', () => {
    const spend = { usd: 1, tokens: 100, unknown_calls: 2 }
    expect(worstCase(spend, { usd: 0.5, tokens: 50 })).toEqual({ usd: 2, tokens: 200, unknown_calls: 0 })
    const knownTokens = { ...spend, unknown_token_calls: 0 }
    expect(worstCase(knownTokens, { usd: 0.5, tokens: 50 })).toEqual({
      usd: 2,
      tokens: 100,
      unknown_calls: 0,
    })
  })

  it('is the spend itself where all is known, and never less', () => {
    const spend = { usd: 1, tokens: 100, unknown_calls: 0 }
    expect(worstCase(spend, { usd: 9, tokens: 9 })).toEqual(spend)
    fc.assert(
      fc.property(anyUsage, fc.double(), fc.double(), (call, usd, tokens) => {
        const before = addUsage(spend, call)
        const worst = worstCase(before, { usd, tokens })
        expect(worst.usd).toBeGreaterThanOrEqual(before.usd)
        expect(worst.tokens).toBeGreaterThanOrEqual(before.tokens)
      }),
    )
  })
})

describe('A threshold', () => {
  const spent = (usd: number, tokens = 0): Spend => ({ usd, tokens, unknown_calls: 0 })

  it.each([50, 80, 95, 100])('of %s %% is reached at it, and not before', (percent) => {
    for (const [now, is] of [
      [percent, true],
      [percent + 1, true],
      [percent - 0.01, false],
    ] as const) {
      expect(reaches(spent(now), { usd: 100, tokens: null }, percent)).toBe(is)
      expect(reaches(spent(0, now * 100), { usd: null, tokens: 10_000 }, percent)).toBe(is)
    }
  })

  it('is about the unit in which more is spent, and about none without a budget', () => {
    expect(percentSpent(spent(5, 96), { usd: 10, tokens: 100 })).toEqual({ percent: 96, unit: 'tokens' })
    expect(percentSpent(spent(8, 1), { usd: 10, tokens: 100 })).toEqual({ percent: 80, unit: 'usd' })
    expect(percentSpent(spent(5, 50), { usd: 10, tokens: 100 })?.unit).toBe('usd')
    expect(percentSpent(spent(1e9, 1e9), { usd: null, tokens: null })).toBeNull()
    expect(reaches(spent(1e9, 1e9), { usd: null, tokens: null }, 0)).toBe(false)
  })

  it('is not missed by the error of adding cents', () => {
    let spend = NOTHING_SPENT
    for (let call = 0; call < 8; call++) spend = addUsage(spend, usage({ cost_usd: 0.1 }))
    expect(spend.usd).toBeLessThan(0.8)
    expect(reaches(spend, { usd: 1, tokens: null }, 80)).toBe(true)
  })

  it('of a budget of zero is reached before anything is spent', () => {
    expect(reaches(NOTHING_SPENT, { usd: 0, tokens: null }, 100)).toBe(true)
  })
})
