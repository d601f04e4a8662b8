import type { AgentEvent } from '../agents/agent.ts'
import { contentText } from '../agents/claude-blocks.ts'
import { asNumber, asObject, asText, type JsonObject, parseObject } from '../agents/json-value.ts'

/** `null`: it is no call. */
export function readCodexCall(item: JsonObject): AgentEvent[] | null {
  const id = asText(item.call_id) ?? asText(item.id) ?? ''
  switch (item.type) {
    case 'function_call':
      return [call(id, asText(item.name), argumentsOf(item.arguments))]
    case 'custom_tool_call':
      return [call(id, asText(item.name), asText(item.input) ?? item.input)]
    case 'local_shell_call':
      return [call(id, 'local_shell', { command: asObject(item.action)?.command ?? null })]
    case 'web_search_call':
      // Its result is not written down.
      return [call(id, 'web_search', asObject(item.action)), result(id, false, '')]
    case 'tool_search_call':
    case 'image_generation_call':
      return [call(id, String(item.type), asObject(item.arguments) ?? {})]
    default:
      return null
  }
}

/** `null`: it is no result. */
export function readCodexOutput(item: JsonObject): AgentEvent[] | null {
  if (typeof item.type !== 'string' || !item.type.endsWith('_output')) return null
  const id = asText(item.call_id) ?? ''
  const output = asObject(item.output)
  const text = output ? contentText(output.content) : contentText(item.output ?? item.tools)
  return [framed(id, text, output?.success === false || item.success === false)]
}

/** Some versions put a command's output and its exit code into an object, as text. */
function framed(id: string, text: string, isError: boolean): AgentEvent {
  const frame = text.startsWith('{"output":') ? parseObject(text) : null
  const exitCode = asNumber(asObject(frame?.metadata)?.exit_code)
  const output = asText(frame?.output)
  if (output === null || exitCode === null) return result(id, isError || isRefused(text), text)
  return { ...result(id, isError || exitCode !== 0, output), exitCode }
}

/** How Codex itself begins when it did not do what was asked. */
function isRefused(text: string): boolean {
  return /^(?:apply_patch verification failed|failed to parse function arguments|unsupported call|execution error|exec_command failed|patch rejected|exec command rejected|write_stdin failed)\b/i.test(
    text.slice(0, 100),
  )
}

function call(id: string, name: string | null, input: unknown): AgentEvent {
  return { kind: 'tool-call', id, name: name ?? 'unknown', input: input ?? null }
}

function result(id: string, isError: boolean, text: string) {
  return { kind: 'tool-result' as const, id, isError, text }
}

function argumentsOf(value: unknown): unknown {
  const text = asText(value)
  return text === null ? value : (parseObject(text) ?? text)
}
