import type { AgentEvent } from '../agents/agent.ts'
import { asList, asObject, asObjects, asText, type JsonObject } from '../agents/json-value.ts'

/** Messages as Google's API has them: parts with words, calls and answers to calls. Several agents keep them. */
export function partsText(content: unknown): string {
  const parts = asObjects(asList(content)).filter(({ thought }) => thought !== true)
  return asText(content) ?? parts.map(({ text }) => asText(text) ?? '').join('')
}

export function readParts(content: unknown): AgentEvent[] {
  return asObjects(asList(content)).flatMap(readPart)
}

function readPart(part: JsonObject): AgentEvent[] {
  const text = asText(part.text)
  if (text) return [{ kind: part.thought === true ? 'thought' : 'text', text }]
  const call = asObject(part.functionCall)
  if (call) {
    const name = asText(call.name) ?? 'unknown'
    return [{ kind: 'tool-call', id: asText(call.id) ?? name, name, input: call.args ?? null }]
  }
  const answer = asObject(part.functionResponse)
  return answer ? [readAnswer(answer)] : []
}

/** Where a version gives calls no ids, the tool's name has to do: it makes one call after the other. */
export function readAnswer(answer: JsonObject): AgentEvent {
  const response = asObject(answer.response)
  const error = asText(response?.error)
  const text = error ?? asText(response?.output) ?? asText(response?.content) ?? ''
  const id = asText(answer.id) ?? asText(answer.name) ?? ''
  return { kind: 'tool-result', id, isError: error !== null, text: unwrapped(text) }
}

/** Around what came from outside; inside is the tool's own frame with the exit code. */
function unwrapped(text: string): string {
  return text.replace(/^<untrusted_context>\n/, '').replace(/\n<\/untrusted_context>\s*$/, '')
}
