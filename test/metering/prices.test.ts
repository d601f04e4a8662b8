import { expect, it } from 'vitest'
import { PRICES_DATE, prices } from '../../src/policy/prices.ts'
import { costOf, priceOf } from '../../src/policy/prices-lookup.ts'

it.each([
  ['claude-sonnet-4-5-20250929', 3],
  ['claude-sonnet-4-6', 3],
  ['claude-sonnet-5', 2],
  ['claude-sonnet-5-5', 2],
  ['claude-opus-4-8[1m]', 5],
  ['claude-opus-5-5', 4],
  ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 1],
  ['anthropic/claude-opus-4-6', 5],
  ['claude-haiku-4-5@20251001', 1],
  ['gpt-5-mini-2025-08-07', 0.25],
  ['openai/gpt-5.4', 2.5],
  ['gpt-5.4-mini', 0.75],
  ['GPT-5.3-Codex', 1.75],
  ['models/gemini-3.5-flash', 1.5],
])('%s has an input price of %d', (model, input) => {
  expect(priceOf(model)?.input).toBe(input)
})

it.each([
  null,
  '',
  'scripted-model',
  'claude',
  'sonnet',
  'claude-sonnet-6',
  'claude-opus-6-5',
  'gpt-5.7',
  'gpt-5.5-pro',
  'gpt-5-pro',
  'gpt-50',
  'gemini-4-pro',
  'constructor',
  'qwen3-coder-plus',
])('%s has no known price', (model) => {
  expect(priceOf(model)).toBeNull()
})

it('the user’s own rows come first, in their order', () => {
  const own = {
    'gpt-5*': { input: 9, output: 9 },
    '*': { input: 1, output: 2 },
  }
  expect(priceOf('gpt-5-mini', own)?.input).toBe(9)
  expect(priceOf('claude-opus-5-5', own)?.input).toBe(1)
  expect(priceOf('whatever', own)?.output).toBe(2)
  expect(priceOf('a.b', { 'a?b': { input: 1, output: 1 } })).toBeNull()
  expect(priceOf('a(b', { 'a(b': { input: 1, output: 1 } })?.input).toBe(1)
  expect(priceOf('x[1m]', { 'x[1m]': { input: 1, output: 1 } })).not.toBeUndefined()
})

it('what came from the cache is charged at its own price, or as input where there is none', () => {
  const tokens = { input: 1_000_000, output: 100_000, cacheRead: 600_000, cacheWrite: 200_000 }
  const price = { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 }
  expect(costOf(price, tokens, 'request')).toBeCloseTo(0.2 * 3 + 0.6 * 0.3 + 0.2 * 3.75 + 0.1 * 15, 10)
  expect(costOf({ input: 3, output: 15 }, tokens, 'request')).toBeCloseTo(3 + 1.5, 10)
})

it('a long request has its own price; a call that was long in all has not', () => {
  const price = { input: 2, output: 12, long: { above: 200_000, input: 4, output: 18 } }
  const tokens = (input: number) => ({ input, output: 0, cacheRead: 0, cacheWrite: 0 })
  expect(costOf(price, tokens(200_000), 'request')).toBeCloseTo(0.4, 10)
  expect(costOf(price, tokens(200_001), 'request')).toBeCloseTo(0.800004, 10)
  expect(costOf(price, tokens(1_000_000), 'call')).toBeCloseTo(2, 10)
})

it('every row is a price, and the table has a date', () => {
  expect(PRICES_DATE).toMatch(/^\d{4}-\d\d-\d\d$/)
  for (const { input, output, cache_read: read = 0, long } of Object.values(prices)) {
    expect(read).toBeLessThan(input)
    expect(input).toBeLessThan(output)
    if (long) expect(long.input).toBeGreaterThan(input)
  }
})
