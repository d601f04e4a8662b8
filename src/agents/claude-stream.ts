import type { AgentEvent, AgentRequest, StreamReader } from './agent.ts'
import { instantOf } from './api-status.ts'
import { blocksOf, readBlock, readToolResult } from './claude-blocks.ts'
import { isOfHelper, readFigures } from './claude-figures.ts'
import { noteReach, noteRefusal, type Reach, refusedReach } from './claude-reach.ts'
import { readResult } from './claude-result.ts'
import { asNumber, asObject, asText, type JsonObject, parseObject } from './json-value.ts'

export interface Complaint {
  status: number | null
  code: string
  /** What was cut off, where an answer was. */
  cut: string | null
}

/** What earlier lines said that the final line does not repeat. Typed fields only, never words. */
export interface Heard {
  /** The model has not answered since: the API's last complaint. */
  complaint: Complaint | null
  limitResetAt: string | null
  limited: boolean
  /** Tool calls whose denial was told already: the result tells all of them again. */
  denied: Set<string>
  /** Messages whose figures were counted: each of its blocks comes with them. */
  counted: Set<string>
  input: number | null
  /** The conversation began in an earlier call. */
  continued: boolean
  /** Commands, and what they reach beyond the workspace. */
  reaching: Map<string, Reach>
  request: AgentRequest | null
}

interface Listening {
  continued?: boolean
  /** What was asked for: it says what may be done. */
  request?: AgentRequest | null
}

/** Claude Code's `--output-format stream-json`. */
export function claudeReader({ continued = false, request = null }: Listening = {}): StreamReader {
  const heard: Heard = {
    complaint: null,
    limitResetAt: null,
    limited: false,
    denied: new Set(),
    counted: new Set(),
    input: 0,
    continued,
    reaching: new Map(),
    request,
  }
  return {
    line: (text) => {
      const message = parseObject(text)
      return message ? readMessage(message, heard) : []
    },
  }
}

function readMessage(message: JsonObject, heard: Heard): AgentEvent[] {
  switch (message.type) {
    case 'system':
      return readSystem(message, heard)
    case 'assistant':
      return readAssistant(message, heard)
    case 'user':
      return readToolResults(message, heard)
    case 'rate_limit_event':
      return readLimit(message, heard)
    case 'result':
      return readResult(message, heard)
    default:
      return []
  }
}

function readSystem(message: JsonObject, heard: Heard): AgentEvent[] {
  if (message.subtype === 'init') {
    const id = asText(message.session_id)
    if (id === null) return []
    return [
      { kind: 'session', id, model: asText(message.model), version: asText(message.claude_code_version) },
    ]
  }
  if (message.subtype === 'permission_denied') return readDenial(message, heard)
  if (message.subtype !== 'api_retry') return []
  const status = asNumber(message.error_status)
  const reason = asText(message.error) ?? 'unknown'
  heard.complaint = { status, code: reason, cut: null }
  return [{ kind: 'retry', status, reason, delayMs: asNumber(message.retry_delay_ms) }]
}

function readAssistant(message: JsonObject, heard: Heard): AgentEvent[] {
  const code = asText(message.error)
  if (code !== null) {
    // Written by the CLI, not by the model: the API's refusal in words. The result line carries it again.
    const status = asNumber(message.api_error_status) ?? heard.complaint?.status ?? null
    heard.complaint = { status, code, cut: asText(asObject(message.api_error_params)?.cut) }
    return []
  }
  heard.complaint = null
  const isHelper = isOfHelper(message)
  const blocks = blocksOf(message)
    .flatMap(readBlock)
    .map((event) => (isHelper && event.kind === 'tool-call' ? { ...event, helper: true as const } : event))
    .flatMap((event) => [event, ...noteReach(event, heard)])
  return [...blocks, ...readFigures(message, heard)]
}

function readDenial(message: JsonObject, heard: Heard): AgentEvent[] {
  const tool = asText(message.tool_name)
  const id = asText(message.tool_use_id)
  if (tool === null || id === null) return []
  heard.denied.add(id)
  return [{ kind: 'denial', tool }, ...refusedReach(id, heard, asText(message.message) ?? '')]
}

function readToolResults(message: JsonObject, heard: Heard): AgentEvent[] {
  const results = blocksOf(message).flatMap(readToolResult)
  return results.flatMap((event) => [event, ...noteRefusal(event, message, heard)])
}

function readLimit(message: JsonObject, heard: Heard): AgentEvent[] {
  const info = asObject(message.rate_limit_info)
  // The event comes with every call and mostly says "allowed"; overage in use means that work goes on.
  if (!info) return []
  heard.limited = info.status === 'rejected' && info.isUsingOverage !== true
  if (!heard.limited) return []
  heard.limitResetAt = instantOf(asNumber(info.resetsAt))
  return [{ kind: 'limit', resetAt: heard.limitResetAt, reason: asText(info.rateLimitType) ?? 'rate limit' }]
}
