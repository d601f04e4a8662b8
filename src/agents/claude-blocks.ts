import type { AgentEvent } from './agent.ts'
import { asList, asObject, asObjects, asText, type JsonObject } from './json-value.ts'

/** The blocks of a message, as the API has them: Claude Code's stream and its transcripts are made of them. */
export function blocksOf(entry: JsonObject): JsonObject[] {
  return asObjects(asObject(entry.message)?.content)
}

/** What the model said, thought or called. */
export function readBlock(block: JsonObject): AgentEvent[] {
  const text = asText(block.text)
  if (block.type === 'text' && text !== null) return [{ kind: 'text', text }]
  const thought = asText(block.thinking)
  if (block.type === 'thinking' && thought) return [{ kind: 'thought', text: thought }]
  const id = asText(block.id)
  const name = asText(block.name)
  if (block.type !== 'tool_use' || id === null || name === null) return []
  return [{ kind: 'tool-call', id, name, input: block.input ?? null }]
}

export function readToolResult(block: JsonObject): AgentEvent[] {
  const id = asText(block.tool_use_id)
  if (block.type !== 'tool_result' || id === null) return []
  return [{ kind: 'tool-result', id, isError: block.is_error === true, text: contentText(block.content) }]
}

/** A text, or the texts of a list's parts. */
export function contentText(content: unknown): string {
  const parts = asList(content).map((part) => asText(asObject(part)?.text) ?? '')
  return asText(content) ?? parts.filter((part) => part !== '').join('\n')
}
