/**
 * What models cost, as list prices in USD per million tokens. An estimate: no rebate, plan, region, batch or tool fee is
 * in it. `prices` in the configuration beats every row. A model without a row has no known price.
 */
export interface Price {
  input: number
  output: number
  /** Absent: as `input`. */
  cache_read?: number
  cache_write?: number
  /** The whole request's price when its input is longer than this many tokens. */
  long?: { above: number } & Omit<Price, 'long'>
}

/** When the rows below were looked up. */
export const PRICES_DATE = '2026-11-15'

const row = (input: number, output: number, cache_read: number, cache_write?: number): Omit<Price, 'long'> =>
  cache_write === undefined ? { input, output, cache_read } : { input, output, cache_read, cache_write }

/** Names may hold `*`; the first that fits counts. A version's own names only: a newer one is not priced like an older. */
export const prices: Record<string, Price> = {
  // Anthropic: platform.claude.com/docs/en/about-claude/pricing; cache writes are those that live five minutes.
  'claude-fable-5-1*': row(10, 50, 0.25, 12.5),
  'claude-fable-5': row(10, 50, 1, 12.5),
  'claude-opus-5-5*': row(4, 20, 0.2, 5),
  'claude-opus-5': row(5, 25, 0.5, 6.25),
  'claude-opus-4-[5678]*': row(5, 25, 0.5, 6.25),
  'claude-opus-4-1*': row(15, 75, 1.5, 18.75),
  'claude-sonnet-5-5*': row(2, 10, 0.2, 2.5),
  'claude-sonnet-5': row(2, 10, 0.2, 2.5),
  'claude-sonnet-4-[56]*': row(3, 15, 0.3, 3.75),
  'claude-haiku-5-5*': {
    ...row(0.1, 0.5, 0.01, 0.125),
    long: { above: 100_000, ...row(0.5, 2.5, 0.05, 0.625) },
  },
  'claude-haiku-4-5*': row(1, 5, 0.1, 1.25),
  // OpenAI: developers.openai.com/api/docs/pricing, standard tier. GPT-5.6 Sol without its price cut of autumn 2026.
  'gpt-6.1-sol*': { ...row(2, 10, 0.1), long: { above: 272_000, ...row(4, 15, 0.2) } },
  'gpt-5.6-sol*': { ...row(5, 30, 0.5, 6.25), long: { above: 272_000, ...row(10, 45, 1, 12.5) } },
  'gpt-5.6-terra*': { ...row(2, 12, 0.2, 2.5), long: { above: 272_000, ...row(4, 18, 0.4, 5) } },
  'gpt-5.6-luna*': { ...row(0.2, 1.2, 0.02, 0.25), long: { above: 200_000, ...row(0.4, 1.8, 0.04, 0.5) } },
  'gpt-5.5': { ...row(5, 30, 0.5), long: { above: 272_000, ...row(10, 45, 1) } },
  'gpt-5.4': { ...row(2.5, 15, 0.25), long: { above: 272_000, ...row(5, 22.5, 0.5) } },
  'gpt-5.4-mini*': row(0.75, 4.5, 0.075),
  'gpt-5.4-nano*': row(0.2, 1.25, 0.02),
  'gpt-5.3-codex': row(1.75, 14, 0.175),
  'gpt-5.2-codex': row(1.75, 14, 0.175),
  'gpt-5.2': row(1.75, 14, 0.175),
  'gpt-5-codex': row(1.25, 10, 0.125),
  'gpt-5-mini': row(0.25, 2, 0.025),
  'gpt-5': row(1.25, 10, 0.125),
  // Google: ai.google.dev/gemini-api/docs/pricing, paid tier. The newest Flash models at their price until the end of 2026.
  'gemini-3.1-pro-preview*': { ...row(2, 12, 0.2), long: { above: 200_000, ...row(4, 18, 0.4) } },
  'gemini-3.5-flash': row(1.5, 9, 0.15),
  'gemini-3.[678]-flash': row(0.75, 3.75, 0.075),
}
