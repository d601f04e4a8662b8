import type { AgentEvent } from './agent.ts'
import type { Heard } from './claude-stream.ts'
import { asAmount, asObject, asText, type JsonObject } from './json-value.ts'

/** What came from the cache was read by the model all the same. */
export const INPUT = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']

/** What was sent is known with the first block of an answer; what came back is a placeholder until the result. */
export function readFigures(message: JsonObject, heard: Heard): AgentEvent[] {
  const answer = asObject(message.message)
  const id = asText(answer?.id)
  if (id === null || heard.counted.has(id)) return []
  heard.counted.add(id)
  const used = sumOf(asObject(answer?.usage), INPUT)
  heard.input = heard.input === null || used === null ? null : heard.input + used
  const turns = heard.counted.size
  const usage = { input_tokens: heard.input, output_tokens: null, cost_usd: null, turns }
  // A helper's context is its own.
  const context: AgentEvent[] =
    used === null || isOfHelper(message) ? [] : [{ kind: 'context', used, size: null }]
  return [{ kind: 'usage', usage }, ...context]
}

export function isOfHelper(message: JsonObject): boolean {
  return asText(message.parent_tool_use_id) !== null
}

/** The first key must be there; the others may be missing. A bad number spoils the sum. */
export function sumOf(from: JsonObject | null, keys: string[]): number | null {
  if (!from) return null
  return sum(keys.map((key, index) => (from[key] === undefined && index > 0 ? 0 : asAmount(from[key]))))
}

export function sum(parts: (number | null)[]): number | null {
  return parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0)
}
