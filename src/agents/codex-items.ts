import type { AgentEvent } from './agent.ts'
import { asNumber, asObject, asObjects, asText, type JsonObject } from './json-value.ts'

/** Work that Codex reports as items, each with a beginning and an end. Its own names stay: the step model knows them. */
const TOOLS = new Set(['command_execution', 'file_change', 'mcp_tool_call', 'collab_tool_call', 'web_search'])

export function readItem(item: JsonObject, hasProgressed: boolean, called: Set<string>): AgentEvent[] {
  const text = asText(item.text)
  if (item.type === 'reasoning') return hasProgressed && text !== null ? [{ kind: 'thought', text }] : []
  if (item.type === 'todo_list') return readPlan(item, called)
  const id = asText(item.id)
  const name = asText(item.type)
  if (id === null || name === null || !TOOLS.has(name)) return []
  const events: AgentEvent[] = []
  if (!called.has(id)) {
    called.add(id)
    events.push({ kind: 'tool-call', id, name, input: inputOf(item, name) })
  }
  if (!hasProgressed || item.status === 'in_progress') return events
  if (item.status === 'declined') events.push({ kind: 'denial', tool: name })
  return [...events, resultOf(item, id, name)]
}

function inputOf(item: JsonObject, name: string): unknown {
  switch (name) {
    case 'command_execution':
      return { command: item.command ?? null }
    case 'file_change':
      return { changes: item.changes ?? [] }
    case 'mcp_tool_call':
      return { server: item.server ?? null, tool: item.tool ?? null, arguments: item.arguments ?? null }
    case 'web_search':
      return { query: item.query ?? null }
    default:
      return { tool: item.tool ?? null, prompt: item.prompt ?? null }
  }
}

function resultOf(item: JsonObject, id: string, name: string): AgentEvent {
  const exitCode = asNumber(item.exit_code)
  const isError = ['failed', 'declined'].includes(asText(item.status) ?? '') || (exitCode ?? 0) !== 0
  const event = { kind: 'tool-result' as const, id, isError, text: outputOf(item, name) }
  return name === 'command_execution' ? { ...event, exitCode } : event
}

function outputOf(item: JsonObject, name: string): string {
  if (name === 'command_execution') return asText(item.aggregated_output) ?? ''
  if (name === 'file_change')
    return asObjects(item.changes)
      .map((change) => `${asText(change.kind) ?? 'change'} ${asText(change.path) ?? ''}`)
      .join('\n')
  const parts = asObjects(asObject(item.result)?.content).map((part) => asText(part.text) ?? '')
  return asText(asObject(item.error)?.message) ?? parts.filter((part) => part !== '').join('\n')
}

/** A plan is told again at each of its changes; every telling is a call of its own. */
function readPlan(item: JsonObject, called: Set<string>): AgentEvent[] {
  const input = { items: asObjects(item.items) }
  const telling = `${asText(item.id) ?? 'plan'}:${JSON.stringify(input)}`
  if (called.has(telling)) return []
  called.add(telling)
  const id = `${asText(item.id) ?? 'plan'}-${called.size}`
  return [
    { kind: 'tool-call', id, name: 'todo_list', input },
    { kind: 'tool-result', id, isError: false, text: '' },
  ]
}
