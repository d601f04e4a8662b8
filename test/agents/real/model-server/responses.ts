import { allText, type Json, list, object, sse, text } from './json.ts'
import type { Answer, Asked, OfferedTool, Protocol } from './script.ts'

/** OpenAI Responses: `POST /v1/responses`. */
export const responses: Protocol = { name: 'responses', read, stream, whole, error }

function read(body: unknown): Asked {
  const { model, stream, tools, input, instructions } = object(body)
  return {
    model: text(model),
    stream: stream === true,
    tools: list(tools).map(offered),
    messages: typeof input === 'string' ? [input] : list(input).map(allText),
    setting: text(instructions),
    wantsUsage: true,
  }
}

function offered(tool: unknown): OfferedTool {
  const { name, type, parameters } = object(tool)
  const names = Object.keys(object(object(parameters).properties))
  return { name: text(name) || text(type), parameters: names, freeform: type === 'custom' }
}

function items(answer: Answer): Json[] {
  const content = [{ type: 'output_text', text: answer.text, annotations: [] }]
  const words = { type: 'message', id: `msg_${answer.id}`, role: 'assistant', status: 'completed', content }
  return [...(answer.text ? [words] : []), ...(answer.call ? [callItem(answer)] : [])]
}

function callItem({ call, id }: Answer): Json {
  if (!call) return {}
  const shared = { id: `fc_${id}`, call_id: call.id, name: call.name, status: 'completed' }
  return typeof call.input === 'string'
    ? { type: 'custom_tool_call', ...shared, input: call.input }
    : { type: 'function_call', ...shared, arguments: JSON.stringify(call.input) }
}

function whole(answer: Answer): unknown {
  const { input, output } = answer.usage
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  }
  return { ...shell(answer, 'completed'), output: items(answer), usage }
}

function shell(answer: Answer, status: string): Json {
  return {
    id: `resp_${answer.id}`,
    object: 'response',
    created_at: 0,
    model: answer.model,
    status,
    output: [],
  }
}

function stream(answer: Answer): string[] {
  const created = { type: 'response.created', response: shell(answer, 'in_progress') }
  return [
    sse('response.created', created),
    ...items(answer).flatMap(itemEvents),
    sse('response.completed', { type: 'response.completed', response: whole(answer) }),
  ]
}

function itemEvents(item: Json, output_index: number): string[] {
  const added = { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } }
  const done = { type: 'response.output_item.done', output_index, item }
  const [part] = list(item.content)
  const place = { item_id: item.id, output_index, content_index: 0 }
  const words = part
    ? [
        sse('response.content_part.added', { type: 'response.content_part.added', ...place, part }),
        sse('response.output_text.delta', {
          type: 'response.output_text.delta',
          ...place,
          delta: text(object(part).text),
        }),
      ]
    : []
  return [sse('response.output_item.added', added), ...words, sse('response.output_item.done', done)]
}

function error(status: number): unknown {
  const type =
    status === 401 ? 'invalid_request_error' : status === 429 ? 'rate_limit_exceeded' : 'server_error'
  return { error: { message: `scripted ${status}`, type, code: type, param: null } }
}
