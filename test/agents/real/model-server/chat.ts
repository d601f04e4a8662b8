import { allText, type Json, list, object, sse, text } from './json.ts'
import type { Answer, Asked, OfferedTool, Protocol } from './script.ts'

/** OpenAI Chat Completions: `POST /v1/chat/completions`. */
export const chat: Protocol = { name: 'chat', read, stream, whole, error }

function read(body: unknown): Asked {
  const { model, stream, tools, messages, stream_options } = object(body)
  return {
    model: text(model),
    stream: stream === true,
    tools: list(tools).map(offered),
    messages: list(messages).map(allText),
    setting: '',
    wantsUsage: stream !== true || object(stream_options).include_usage === true,
  }
}

function offered(tool: unknown): OfferedTool {
  const { name, parameters } = object(object(tool).function)
  return { name: text(name), parameters: Object.keys(object(object(parameters).properties)), freeform: false }
}

function calls({ call }: Answer): Json[] {
  if (!call) return []
  const called = { name: call.name, arguments: JSON.stringify(call.input) }
  return [{ index: 0, id: call.id, type: 'function', function: called }]
}

function usage({ usage: { input, output } }: Answer): Json {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}

function finish(answer: Answer): string {
  return answer.call ? 'tool_calls' : 'stop'
}

function whole(answer: Answer): unknown {
  const tool_calls = calls(answer)
  const message = {
    role: 'assistant',
    content: answer.text || null,
    ...(tool_calls.length > 0 ? { tool_calls } : {}),
  }
  const choices = [{ index: 0, message, finish_reason: finish(answer) }]
  return { ...head(answer, 'chat.completion'), choices, usage: usage(answer) }
}

function head(answer: Answer, object: string): Json {
  return { id: `chatcmpl-${answer.id}`, object, created: 0, model: answer.model }
}

function stream(answer: Answer, asked: Asked): string[] {
  const chunk = (delta: Json, finish_reason: string | null) =>
    sse(null, { ...head(answer, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason }] })
  const counted = { ...head(answer, 'chat.completion.chunk'), choices: [], usage: usage(answer) }
  return [
    chunk({ role: 'assistant', content: '' }, null),
    ...(answer.text ? [chunk({ content: answer.text }, null)] : []),
    ...calls(answer).map((call) => chunk({ tool_calls: [call] }, null)),
    chunk({}, finish(answer)),
    ...(asked.wantsUsage ? [sse(null, counted)] : []),
    'data: [DONE]\n\n',
  ]
}

function error(status: number): unknown {
  const type = status === 401 ? 'invalid_api_key' : status === 429 ? 'rate_limit_exceeded' : 'server_error'
  return { error: { message: `scripted ${status}`, type, code: type, param: null } }
}
