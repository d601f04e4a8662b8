import type { AgentEvent } from '../agent.ts'
import { asList, asNumber, asObject, asText, type JsonObject } from '../json-value.ts'
import type { ToolCall } from './tool-calls.ts'

export function isOver(update: JsonObject): boolean {
  return update.status === 'completed' || update.status === 'failed'
}

export function toolResult({ id, printed }: ToolCall, update: JsonObject): AgentEvent {
  const exitCode = exitCodeOf(update)
  const isError = update.status === 'failed' || (exitCode !== null && exitCode !== 0)
  return { kind: 'tool-result', id, isError, text: resultText(update) || printed, exitCode }
}

function exitCodeOf(update: JsonObject): number | null {
  const output = asObject(update.rawOutput)
  const terminal = asObject(asObject(update._meta)?.terminal_exit)
  // opencode's is in the metadata.
  const inMetadata = asNumber(asObject(output?.metadata)?.exit)
  const said = [terminal?.exit_code, output?.exitCode, output?.exit_code, inMetadata]
  const code = said.map(asNumber).find((each) => each !== null) ?? null
  // A signal is no exit code: a terminal puts a 0 beside it that means nothing.
  return code === 0 && (terminal?.signal || output?.signal) ? null : code
}

function resultText(update: JsonObject): string {
  const parts = asList(update.content).map((part) => asText(asObject(asObject(part)?.content)?.text))
  const shown = parts.filter((part) => part !== null && part !== '').join('\n')
  if (shown !== '') return shown
  const raw = update.rawOutput
  const output = asObject(raw)
  const said = asText(raw) ?? asText(output?.output) ?? asText(output?.content) ?? asText(output?.stdout)
  return said ?? (raw === undefined || raw === null ? '' : JSON.stringify(raw))
}
