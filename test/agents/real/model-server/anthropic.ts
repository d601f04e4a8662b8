import { allText, type Json, list, object, sse, text } from './json.ts'
import type { Answer, Asked, OfferedTool, Protocol } from './script.ts'

/** Anthropic Messages: `POST /v1/messages`. */
export const anthropic: Protocol = { name: 'anthropic', read, stream, whole, error }

const ERRORS: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

function read(body: unknown): Asked {
  const { model, stream, tools, messages, system } = object(body)
  return {
    model: text(model),
    stream: stream === true,
    tools: list(tools).map(offered),
    messages: list(messages).map((message) => allText(object(message).content)),
    setting: allText(system),
    wantsUsage: true,
  }
}

function offered(tool: unknown): OfferedTool {
  const { name, input_schema } = object(tool)
  return {
    name: text(name),
    parameters: Object.keys(object(object(input_schema).properties)),
    freeform: false,
  }
}

function blocks({ text: said, call }: Answer): Json[] {
  const words = said ? [{ type: 'text', text: said }] : []
  return call ? [...words, { type: 'tool_use', id: call.id, name: call.name, input: call.input }] : words
}

function message(answer: Answer, content: Json[]): Json {
  const stop = { stop_reason: answer.call ? 'tool_use' : 'end_turn', stop_sequence: null }
  return { id: answer.id, type: 'message', role: 'assistant', model: answer.model, content, ...stop }
}

function usage(answer: Answer, output: number): Json {
  const cache = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  return { input_tokens: answer.usage.input, ...cache, output_tokens: output }
}

function whole(answer: Answer): unknown {
  return { ...message(answer, blocks(answer)), usage: usage(answer, answer.usage.output) }
}

function stream(answer: Answer): string[] {
  const opening = { ...message(answer, []), stop_reason: null, usage: usage(answer, 1) }
  const delta = { stop_reason: answer.call ? 'tool_use' : 'end_turn', stop_sequence: null }
  return [
    sse('message_start', { type: 'message_start', message: opening }),
    ...blocks(answer).flatMap(blockEvents),
    sse('message_delta', { type: 'message_delta', delta, usage: { output_tokens: answer.usage.output } }),
    sse('message_stop', { type: 'message_stop' }),
  ]
}

function blockEvents(block: Json, index: number): string[] {
  const isText = block.type === 'text'
  const empty = isText ? { type: 'text', text: '' } : { ...block, input: {} }
  const delta = isText
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
  return [
    sse('content_block_start', { type: 'content_block_start', index, content_block: empty }),
    sse('content_block_delta', { type: 'content_block_delta', index, delta }),
    sse('content_block_stop', { type: 'content_block_stop', index }),
  ]
}

function error(status: number): unknown {
  return { type: 'error', error: { type: ERRORS[status] ?? 'api_error', message: `scripted ${status}` } }
}
