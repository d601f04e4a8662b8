import { expect, it } from 'vitest'
import { protocolOf } from '../../src/metering/protocols.ts'
import { createUsageReader } from '../../src/metering/usage-reader.ts'
import { heldBytes } from '../support/measure.ts'
import { type Counts, type Kind, MODELS, PATHS, streamed, TEXT, whole } from './answers.ts'

const KINDS: Kind[] = ['anthropic', 'responses', 'chat', 'gemini']
const counts: Counts = { input: 1200, output: 345, cacheRead: 700, cacheWrite: 0 }

function read(kind: Kind, bytes: Uint8Array, sizes: (at: number) => number) {
  const reader = createUsageReader(protocolOf(PATHS[kind])!)
  for (let at = 0; at < bytes.length; ) {
    const size = sizes(at)
    reader.take(bytes.subarray(at, at + size))
    at += size
  }
  return { ...reader.reading(), complete: reader.isComplete(true) }
}

it.each(KINDS)('%s: the counts are those of the stream, in whatever pieces it comes', (kind) => {
  const bytes = Buffer.from(streamed(kind, counts))
  const expected = { ...counts, model: MODELS[kind], complete: true }
  for (const size of [1, 2, 3, 7, 64, bytes.length])
    expect(read(kind, bytes, () => size)).toMatchObject(expected)
  let seed = 7
  const odd = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return 1 + (seed % 97)
  }
  for (let round = 0; round < 50; round += 1) expect(read(kind, bytes, odd)).toMatchObject(expected)
})

it.each(KINDS)('%s: the counts are those of an answer that is not streamed', (kind) => {
  const bytes = Buffer.from(whole(kind, counts))
  const expected = { ...counts, model: MODELS[kind], complete: true }
  for (const size of [1, 5, bytes.length]) expect(read(kind, bytes, () => size)).toMatchObject(expected)
})

it('gemini: a stream that is a JSON list is read like one of events', () => {
  const bytes = Buffer.from(`[${whole('gemini', { ...counts, output: 2 })}\n,\r\n${whole('gemini', counts)}]`)
  expect(read('gemini', bytes, () => 3)).toMatchObject({ ...counts, complete: true })
})

it.each(['anthropic', 'responses'] as const)(
  '%s: what went into the cache is input, and is told apart',
  (kind) => {
    const cached = { input: 5000, output: 10, cacheRead: 3000, cacheWrite: 1500 }
    expect(read(kind, Buffer.from(streamed(kind, cached)), () => 11)).toMatchObject(cached)
  },
)

it.each(KINDS)(
  '%s: a stream that is cut off at any place is complete only if its last count came',
  (kind) => {
    const bytes = Buffer.from(streamed(kind, counts))
    let completes = 0
    for (let end = 0; end <= bytes.length; end += 1) {
      const reader = createUsageReader(protocolOf(PATHS[kind])!)
      reader.take(bytes.subarray(0, end))
      const isComplete = reader.isComplete(false)
      if (isComplete) completes += 1
      if (isComplete) expect(reader.reading()).toMatchObject({ input: counts.input, output: counts.output })
    }
    expect(completes).toBeGreaterThan(0)
  },
)

it('chat: without a count in the stream, nothing is known', () => {
  const bytes = Buffer.from(streamed('chat', counts).replaceAll(/"usage":\{.*?\}\}/g, '"usage":null'))
  expect(bytes.includes('prompt_tokens')).toBe(false)
  expect(read('chat', bytes, () => 9)).toMatchObject({ input: null, output: null, complete: false })
})

it.each([
  ['an error in the middle', 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error"}}\n\n'],
  ['no JSON', 'data: {"usage": {"input_tokens": 5, \n\ndata: nonsense]}}\n\n'],
  ['counts that are no numbers', 'data: {"usage":{"input_tokens":"9","output_tokens":-3}}\n\n'],
  ['a page of a gateway', '<html><body>502 {"usage":{"input_tokens":4,"output_tokens":4}}</body></html>'],
  ['nothing', ''],
])('%s is no count', (_what, text) => {
  const result = read('anthropic', Buffer.from(text), () => 4)
  expect(result).toMatchObject({ input: null, output: null, complete: false })
})

it('a hundred megabytes are read without being kept', () => {
  const reader = createUsageReader(protocolOf(PATHS.responses)!)
  const chunk = Buffer.from(`${JSON.stringify(TEXT.repeat(800)).slice(1, -1)}\\"[[{{`)
  const before = heldBytes()
  reader.take(Buffer.from('data: {"type":"response.completed","response":{"output":["'))
  let bytes = 0
  for (; bytes < 100_000_000; bytes += chunk.length) reader.take(chunk)
  reader.take(Buffer.from(`"],"model":"gpt-5.4","usage":{"input_tokens":3,"output_tokens":4}}}\n\n`))
  const grown = heldBytes() - before
  expect(reader.reading()).toMatchObject({ input: 3, output: 4, final: true })
  expect(grown).toBeLessThan(30_000_000)
})

it('a list that goes deeper for ever takes no more room', () => {
  const reader = createUsageReader(protocolOf(PATHS.chat)!)
  const chunk = Buffer.from('[{"usage":'.repeat(10_000))
  for (let round = 0; round < 20; round += 1) reader.take(chunk)
  expect(reader.isComplete(true)).toBe(false)
})

it.each([
  ['/v1/messages', 'anthropic-messages'],
  ['/v1/messages?beta=true', 'anthropic-messages'],
  ['/api/v1/messages', 'anthropic-messages'],
  ['/v1/messages/count_tokens?beta=true', null],
  ['/responses', 'openai-responses'],
  ['/v1/responses/compact', 'openai-responses'],
  ['/openai/chat/completions', 'chat-completions'],
  ['/v1beta/models/m:generateContent', 'gemini'],
  ['/v1beta/models/m:streamGenerateContent?alt=sse', 'gemini'],
  ['/v1beta/models/m:countTokens', null],
  ['/v1/models', null],
  ['/', null],
])('%s is paid for as %s', (path, name) => {
  expect(protocolOf(path)?.name ?? null).toBe(name)
})
