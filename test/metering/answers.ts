/** Answers as the four kinds of model servers give them, with counts of the test's own choosing. */

export interface Counts {
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
}

export type Kind = 'anthropic' | 'responses' | 'chat' | 'gemini'

export const PATHS: Record<Kind, string> = {
  anthropic: '/v1/messages?beta=true',
  responses: '/v1/responses',
  chat: '/v1/chat/completions',
  gemini: '/v1beta/models/gemini-3.5-flash:streamGenerateContent?alt=sse',
}

export const MODELS: Record<Kind, string> = {
  anthropic: 'claude-sonnet-4-5-20250929',
  responses: 'gpt-5.4',
  chat: 'gpt-5-mini-2025-08-07',
  gemini: 'gemini-3.5-flash',
}

/** Words that look like what is looked for, and characters of several bytes. */
export const TEXT =
  'Grüße 😀 "usage":{"input_tokens":999999,"output_tokens":999999} data: {"model":"x"}\n\n\\"'

const event = (data: unknown, name?: string) =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`

export function streamed(kind: Kind, counts: Counts, text = TEXT): string {
  const model = MODELS[kind]
  if (kind === 'anthropic') return anthropicStream(model, counts, text)
  if (kind === 'responses') {
    const done = { id: 'r', model, output: [{ content: [{ text }] }], usage: usageOf(kind, counts) }
    return [
      event({ type: 'response.created', response: { id: 'r', model, usage: null } }),
      event({ type: 'response.output_text.delta', delta: text }),
      event({ type: 'response.completed', response: done }, 'response.completed'),
    ].join('')
  }
  if (kind === 'chat') {
    const chunk = (delta: object, finish: string | null, usage: unknown) =>
      event({ id: 'c', model, choices: [{ index: 0, delta, finish_reason: finish }], usage })
    const last = event({ id: 'c', model, choices: [], usage: usageOf(kind, counts) })
    return `: hello\n\n${chunk({ content: text }, null, null)}${chunk({}, 'stop', null)}${last}data: [DONE]\n\n`
  }
  return ['', 'STOP']
    .map((finish, at) =>
      geminiChunk(at === 0 ? text : '.', finish, { ...counts, output: at * counts.output }),
    )
    .map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`)
    .join('')
}

function anthropicStream(model: string, counts: Counts, text: string): string {
  const usage = usageOf('anthropic', { ...counts, output: 1 })
  return [
    event({ type: 'message_start', message: { id: 'm', model, usage } }, 'message_start'),
    event({ type: 'content_block_delta', delta: { type: 'text_delta', text } }, 'content_block_delta'),
    event({ type: 'ping' }, 'ping'),
    event({ type: 'message_delta', delta: {}, usage: { output_tokens: counts.output } }, 'message_delta'),
    event({ type: 'message_stop' }, 'message_stop'),
  ].join('')
}

function geminiChunk(text: string, finish: string, counts: Counts) {
  const candidate = { content: { parts: [{ text }] }, ...(finish ? { finishReason: finish } : {}) }
  return { candidates: [candidate], usageMetadata: usageOf('gemini', counts), modelVersion: MODELS.gemini }
}

export function whole(kind: Kind, counts: Counts, text = TEXT): string {
  const usage = usageOf(kind, counts)
  if (kind === 'gemini') return JSON.stringify(geminiChunk(text, 'STOP', counts))
  const content =
    kind === 'chat'
      ? { choices: [{ message: { content: text }, finish_reason: 'stop' }] }
      : { content: [{ text }] }
  return JSON.stringify({ id: 'x', model: MODELS[kind], ...content, usage })
}

/** Each in its own words; the cache is a part of the input with all but Anthropic. */
export function usageOf(kind: Kind, { input, output, cacheRead, cacheWrite }: Counts): unknown {
  switch (kind) {
    case 'anthropic':
      return {
        input_tokens: input - cacheRead - cacheWrite,
        cache_creation_input_tokens: cacheWrite,
        cache_read_input_tokens: cacheRead,
        cache_creation: { ephemeral_5m_input_tokens: cacheWrite },
        output_tokens: output,
      }
    case 'responses':
      return {
        input_tokens: input,
        input_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheWrite },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: 1 },
        total_tokens: input + output,
      }
    case 'chat':
      return {
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output,
        prompt_tokens_details: { cached_tokens: cacheRead },
      }
    case 'gemini': {
      const thoughts = Math.min(1, output)
      return {
        promptTokenCount: input,
        cachedContentTokenCount: cacheRead,
        candidatesTokenCount: output - thoughts,
        thoughtsTokenCount: thoughts,
        totalTokenCount: input + output,
      }
    }
  }
}
