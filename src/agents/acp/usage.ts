import type { Usage } from '../../core/events.ts'
import { asAmount, asObject, asText, type JsonObject } from '../json-value.ts'

export const UNKNOWN_USAGE: Usage = { input_tokens: null, output_tokens: null, cost_usd: null, turns: null }

export type Tokens = Pick<Usage, 'input_tokens' | 'output_tokens'>

/** What the prompt's answer says: the protocol's own member, or Gemini's beside it. */
export function tokensOfAnswer(result: JsonObject): Tokens {
  const usage = asObject(result.usage)
  if (usage) return tokensOf(usage)
  const counted = asObject(asObject(asObject(result._meta)?.quota)?.token_count)
  return { input_tokens: asAmount(counted?.input_tokens), output_tokens: asAmount(counted?.output_tokens) }
}

/**
 * Agents differ in whether cached and thought tokens are part of input and output. Their own total says which: what
 * the parts make up is what was meant.
 */
function tokensOf(usage: JsonObject): Tokens {
  const input = asAmount(usage.inputTokens)
  const output = asAmount(usage.outputTokens)
  const total = asAmount(usage.totalTokens)
  if (input === null || output === null || total === null)
    return { input_tokens: input, output_tokens: output }
  const cached = (asAmount(usage.cachedReadTokens) ?? 0) + (asAmount(usage.cachedWriteTokens) ?? 0)
  const thought = asAmount(usage.thoughtTokens) ?? 0
  const readings = [
    [input, output],
    [input + cached, output],
    [input, output + thought],
    [input + cached, output + thought],
  ] as const
  const meant = readings.find(([read, written]) => read + written === total)
  return { input_tokens: meant?.[0] ?? Math.max(0, total - output), output_tokens: meant?.[1] ?? output }
}

/** A sum is known only if all its parts are. */
export function addTokens(sum: Tokens | null, part: Tokens): Tokens {
  if (sum === null) return part
  return {
    input_tokens: plus(sum.input_tokens, part.input_tokens),
    output_tokens: plus(sum.output_tokens, part.output_tokens),
  }
}

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

/** The conversation's cost so far. Agents say 0 for a model whose price they do not know, so 0 is not known. */
export function costOf(update: JsonObject): number | null {
  const cost = asObject(update.cost)
  const amount = asAmount(cost?.amount)
  return asText(cost?.currency) === 'USD' && amount !== null && amount > 0 ? amount : null
}
