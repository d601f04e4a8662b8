import { expect, it } from 'vitest'
import { addUsage, NOTHING_SPENT, worstCase } from '../../src/core/budget.ts'
import type { Usage } from '../../src/core/events.ts'
import { money, spent } from '../../src/report/words.ts'

const call = (cost_usd: number | null, more: Partial<Usage> = {}): Usage => ({
  input_tokens: 100,
  output_tokens: 10,
  cost_usd,
  turns: 1,
  ...more,
})
const after = (...calls: Usage[]) => calls.reduce(addUsage, NOTHING_SPENT)

it('a call that is known in part is charged with that part, and counts as unknown besides', () => {
  const spend = after(call(0.5), call(0.25, { partial: true }))
  expect(spend).toEqual({ usd: 0.75, tokens: 220, unknown_calls: 1 })
  expect(worstCase(spend, { usd: 0.5, tokens: 110 })).toMatchObject({ usd: 1.25, tokens: 330 })
})

it('what is estimated is told apart from what was said, and outlives the worst case', () => {
  const spend = after(call(0.5), call(0.25, { cost_estimated: true }), call(1, { cost_estimated: false }))
  expect(spend).toEqual({ usd: 1.75, tokens: 330, unknown_calls: 0, estimated_usd: 0.25 })
  expect(worstCase(spend, { usd: 1, tokens: 1 }).estimated_usd).toBe(0.25)
  expect(after(call(null, { cost_estimated: true })).estimated_usd).toBeUndefined()
})

it.each([
  [after(call(0.5)), '$0.5000'],
  [after(call(1.5), call(0.1, { cost_estimated: true })), '~$1.60'],
  [after(call(0.5), call(null)), '$0.5000 + 1 call of unknown cost'],
  [
    after(call(null), call(0.1, { cost_estimated: true, partial: true })),
    '~$0.1000 + 2 calls of unknown cost',
  ],
])('%o reads %s', (spend, words) => {
  expect(spent(spend)).toBe(words)
})

it('an amount that is estimated has a mark', () => {
  expect([money(0.12), money(0.12, true)]).toEqual(['$0.1200', '~$0.1200'])
})
