import { cleanText } from '../contracts/clean-text.ts'
import type { AgentEvent, AgentFailure, StreamReader } from './agent.ts'
import { causeOfStatus } from './api-status.ts'
import { asNumber, asObject, asObjects, asText, type JsonObject, parseObject } from './json-value.ts'
import { addUsage, noUsage, type PiUsage, usageOf } from './pi-usage.ts'

const MESSAGE_MAX = 400
/** Told again at every bit of a message, as a whole: by far most of the stream, and nothing in it is new. */
const PARTIAL = '{"type":"message_update"'
/** Tells the whole conversation once more, so the line may be cut; that it came is all that is needed. */
const END = '{"type":"agent_end"'

interface Heard {
  usage: PiUsage
  lastText: string
  stopReason: string | null
  /** What pi says of a message that failed. */
  error: string
  /** Tries since the model last answered: pi itself holds it for something that passes. */
  retries: number
  /** It had to make room in the context for the message to be sent at all. */
  overflow: boolean
  /** It may try once more: only the next line, or the end, tells. */
  held: boolean
}

/** `pi --mode json`. */
export function piReader(): StreamReader {
  const heard: Heard = {
    usage: noUsage(),
    lastText: '',
    stopReason: null,
    error: '',
    retries: 0,
    overflow: false,
    held: false,
  }
  return {
    line: (text) => {
      if (text.startsWith(PARTIAL)) return []
      if (text.startsWith(END)) return readEnd(heard)
      const message = parseObject(text)
      return message ? readMessage(message, heard) : []
    },
    end: () => (heard.held ? [failed(heard)] : []),
  }
}

function readMessage(message: JsonObject, heard: Heard): AgentEvent[] {
  switch (message.type) {
    case 'session': {
      const id = asText(message.id)
      return id === null ? [] : [{ kind: 'session', id, model: null, version: null }]
    }
    case 'message_end':
      return readAnswer(asObject(message.message), heard)
    case 'tool_execution_start':
    case 'tool_execution_end':
      return readTool(message)
    case 'compaction_start':
      heard.overflow = message.reason === 'overflow'
      return []
    case 'auto_retry_start':
      return readRetry(message, heard)
    case 'auto_retry_end':
      return message.success === false && heard.held ? [failed(heard)] : []
    default:
      return []
  }
}

function readAnswer(message: JsonObject | null, heard: Heard): AgentEvent[] {
  if (message?.role !== 'assistant') return []
  heard.stopReason = asText(message.stopReason)
  heard.error = asText(message.errorMessage) ?? 'no reason given'
  heard.usage = addUsage(heard.usage, message)
  if (isFailure(heard)) return []
  const blocks = asObjects(message.content)
  heard.lastText = blocks.map((block) => (block.type === 'text' ? (asText(block.text) ?? '') : '')).join('')
  Object.assign(heard, { retries: 0, overflow: false })
  const used = asNumber(asObject(message.usage)?.totalTokens)
  const context: AgentEvent[] = used ? [{ kind: 'context', used, size: null }] : []
  return [...blocks.flatMap(readBlock), { kind: 'usage', usage: usageOf(heard.usage) }, ...context]
}

function readBlock(block: JsonObject): AgentEvent[] {
  const text = asText(block.text)
  if (block.type === 'text' && text) return [{ kind: 'text', text }]
  const thought = asText(block.thinking)
  return block.type === 'thinking' && thought ? [{ kind: 'thought', text: thought }] : []
}

function readTool(message: JsonObject): AgentEvent[] {
  const id = asText(message.toolCallId)
  const name = asText(message.toolName)
  if (id === null || name === null) return []
  if (message.type === 'tool_execution_start')
    return [{ kind: 'tool-call', id, name, input: message.args ?? null }]
  const parts = asObjects(asObject(message.result)?.content).map((part) => asText(part.text) ?? '')
  const text = parts.filter((part) => part !== '').join('\n')
  return [{ kind: 'tool-result', id, isError: message.isError === true, text }]
}

function readRetry(message: JsonObject, heard: Heard): AgentEvent[] {
  heard.held = false
  heard.retries += 1
  const words = asText(message.errorMessage) ?? 'unknown'
  const delayMs = asNumber(message.delayMs)
  return [{ kind: 'retry', status: statusOf(words), reason: cleanText(words, MESSAGE_MAX), delayMs }]
}

function readEnd(heard: Heard): AgentEvent[] {
  heard.held = isFailure(heard)
  if (heard.held || heard.stopReason === null) return []
  const usage = usageOf(heard.usage)
  return [{ kind: 'result', text: heard.lastText, ok: true, failure: null, usage }]
}

function isFailure({ stopReason }: Heard): boolean {
  return stopReason === 'error' || stopReason === 'aborted' || stopReason === 'length'
}

function failed(heard: Heard): AgentEvent {
  heard.held = false
  const words = heard.stopReason === 'length' ? 'the answer was cut off at its greatest length' : heard.error
  const cause = causeOf(heard)
  const hint = cause === 'authentication' ? '; run `pi` and type /login, or set the key of its provider' : ''
  const message = `pi reported: ${cleanText(words, MESSAGE_MAX)}${hint}`
  const failure: AgentFailure = { cause, message, retryAt: null }
  return { kind: 'result', text: '', ok: false, failure, usage: usageOf(heard.usage) }
}

function causeOf({ stopReason, error, overflow, retries }: Heard): AgentFailure['cause'] {
  if (overflow) return 'context'
  if (stopReason !== 'error') return 'error'
  return causeOfStatus(statusOf(error)) ?? (retries > 0 ? 'connection' : 'error')
}

/** The field of a failed request begins with the status the API answered with, if it answered. */
function statusOf(error: string): number | null {
  const status = /^([45]\d\d)\b/.exec(error)
  return status ? Number(status[1]) : null
}
