import { cleanText } from '../contracts/clean-text.ts'
import type { Usage } from '../core/events.ts'
import type { AgentEvent, AgentFailure, StreamReader } from './agent.ts'
import { readItem } from './codex-items.ts'
import { asAmount, asObject, asText, type JsonObject, parseObject } from './json-value.ts'

const MESSAGE_MAX = 400

/** What the last line needs from the earlier ones. */
interface Heard {
  /** Calls that were announced: a completed one that was not is announced with its result. */
  called: Set<string>
  lastMessage: string
  /** Complaints since it last made progress. More than one: Codex held the first for something that passes. */
  complaints: number
}

/** `codex exec --json`. A conversation that is continued counts its earlier turns again, so its usage is unknown here. */
export function codexReader({ continued }: { continued: boolean }): StreamReader {
  const heard: Heard = { called: new Set(), lastMessage: '', complaints: 0 }
  return {
    line: (text) => {
      const message = parseObject(text)
      return message ? readMessage(message, heard, continued) : []
    },
  }
}

function readMessage(message: JsonObject, heard: Heard, continued: boolean): AgentEvent[] {
  switch (message.type) {
    case 'thread.started': {
      const id = asText(message.thread_id)
      return id === null ? [] : [{ kind: 'session', id, model: null, version: null }]
    }
    case 'item.started':
    case 'item.updated':
    case 'item.completed':
      return readProgress(message, heard)
    case 'error':
      return readComplaint(message, heard)
    case 'turn.completed':
      return [success(heard.lastMessage, usageOf(message.usage, continued))]
    case 'turn.failed':
      return [failed(message, heard)]
    default:
      return []
  }
}

function readProgress(message: JsonObject, heard: Heard): AgentEvent[] {
  const item = asObject(message.item)
  // An item of this kind is a remark, such as "this model is not in my list".
  if (!item || item.type === 'error') return []
  heard.complaints = 0
  const text = asText(item.text)
  if (item.type === 'agent_message') {
    if (message.type !== 'item.completed' || text === null) return []
    heard.lastMessage = text
    return [{ kind: 'text', text }]
  }
  return readItem(item, message.type !== 'item.started', heard.called)
}

function readComplaint(message: JsonObject, heard: Heard): AgentEvent[] {
  heard.complaints += 1
  const reason = asText(message.message) ?? 'unknown'
  // Its words are for the screen alone: the last complaint is not followed by another try.
  if (!reason.startsWith('Reconnecting')) return []
  return [{ kind: 'retry', status: null, reason: cleanText(reason, MESSAGE_MAX), delayMs: null }]
}

function success(text: string, usage: Usage): AgentEvent {
  return { kind: 'result', text, ok: true, failure: null, usage }
}

/** The stream has only words; what they mean by type is in Codex's own record of the conversation. */
function failed(message: JsonObject, heard: Heard): AgentEvent {
  const words = asText(asObject(message.error)?.message) ?? 'no reason given'
  const failure: AgentFailure = {
    cause: heard.complaints > 1 ? 'connection' : 'error',
    message: cleanText(`Codex reported: ${words}`, MESSAGE_MAX),
    retryAt: null,
  }
  return { kind: 'result', text: '', ok: false, failure, usage: usageOf(null, true) }
}

/** Codex counts what came from the cache among its input, and knows no prices. */
function usageOf(value: unknown, continued: boolean): Usage {
  const usage = continued ? null : asObject(value)
  return {
    input_tokens: asAmount(usage?.input_tokens),
    output_tokens: asAmount(usage?.output_tokens),
    cache_read_tokens: asAmount(usage?.cached_input_tokens),
    cost_usd: null,
    turns: null,
  }
}
