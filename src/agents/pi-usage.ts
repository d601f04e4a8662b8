import type { Usage } from '../core/events.ts'
import { asAmount, asObject, asText, type JsonObject } from './json-value.ts'

/** A sum that became `null` once stays so: what is missing from it cannot be known any more. */
export interface PiUsage {
  input: number | null
  output: number | null
  cost: number | null
  answers: number
}

export function noUsage(): PiUsage {
  return { input: 0, output: 0, cost: 0, answers: 0 }
}

/** Adds one answer of the model. */
export function addUsage(sum: PiUsage, message: JsonObject): PiUsage {
  const usage = asObject(message.usage)
  const input = total(['input', 'cacheRead', 'cacheWrite'].map((key) => asAmount(usage?.[key] ?? 0)))
  const output = asAmount(usage?.output)
  const isEmpty = !input && !output
  const failed = message.stopReason === 'error' || message.stopReason === 'aborted'
  if (failed && isEmpty)
    return wasTurnedDown(message) ? sum : { ...sum, input: null, output: null, cost: null }
  const cost = asAmount(asObject(usage?.cost)?.total)
  return {
    input: total([sum.input, usage ? input : null]),
    output: total([sum.output, output]),
    // A model without a price counts as free in pi: that is not knowing.
    cost: cost === 0 && !isEmpty ? null : total([sum.cost, cost]),
    answers: sum.answers + 1,
  }
}

export function usageOf({ input, output, cost, answers }: PiUsage): Usage {
  return { input_tokens: input, output_tokens: output, cost_usd: cost, turns: answers }
}

/** A request the API answered with a status was not worked on; one that broke off may have been. */
function wasTurnedDown(message: JsonObject): boolean {
  return /^[45]\d\d\b/.test(asText(message.errorMessage) ?? '')
}

function total(parts: (number | null)[]): number | null {
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0)
}
