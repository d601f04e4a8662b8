import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readTranscript } from '../../src/live/transcript.ts'

const disk = vi.hoisted(() => ({ bytes: 0 }))
vi.mock('node:fs', async (actual) => {
  const fs = await actual<typeof import('node:fs')>()
  const readSync = (...args: Parameters<typeof fs.readSync>) => {
    const got = fs.readSync(...args)
    disk.bytes += got
    return got
  }
  return { ...fs, readSync }
})

const folder = mkdtempSync(join(tmpdir(), 'wiggum-transcript-'))
const path = join(folder, 'session.jsonl')
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  disk.bytes = 0
})

const KB = 1024
const MB = 1024 * KB
const NOTHING = { message: null, usedTokens: null }
const usage = {
  input_tokens: 4,
  cache_read_input_tokens: 1000,
  cache_creation_input_tokens: 200,
  output_tokens: 30,
}

const line = (entry: object) => `${JSON.stringify(entry)}\n`
const answer = (content: object[], more: object = {}) => ({
  type: 'assistant',
  message: { role: 'assistant', content, usage, ...more },
})
const says = (text: string, more: object = {}) => answer([{ type: 'text', text }], more)
const calls = answer([{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'assistant' } }])
const result = (content: string) => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content }] },
})

function read(...parts: (object | string)[]) {
  writeFileSync(path, parts.map((part) => (typeof part === 'string' ? part : line(part))).join(''))
  return readTranscript(path)
}

describe('Claude Code', () => {
  test('the last words, and all that the model has read and written', () => {
    const asked = { type: 'user', message: { role: 'user', content: 'the assistant says' } }
    expect(read(asked, says('First.'), result('x'), says('Last.'))).toEqual({
      message: 'Last.',
      usedTokens: 1234,
    })
  })

  test('a call of a tool comes after the words, not instead of them', () => {
    const later = { ...calls, message: { ...calls.message, usage: { ...usage, output_tokens: 130 } } }
    expect(read(says('I look.'), later, result('x'))).toEqual({ message: 'I look.', usedTokens: 1334 })
  })

  test('several texts of one answer are one message; what else it has is none of it', () => {
    const thinks = { type: 'thinking', thinking: 'hm', text: 'hm' }
    const texts = ['One.', 'Two.'].map((text) => ({ type: 'text', text }))
    expect(read(answer([thinks, ...texts])).message).toBe('One.\nTwo.')
  })

  test('blank words are none', () => {
    expect(read(says('Words.'), says('\n\n'), answer([{ type: 'text' }])).message).toBe('Words.')
  })

  test('a helper has words and a window of its own', () => {
    const helper = {
      ...says('I am the helper.', { usage: { ...usage, output_tokens: 9 } }),
      isSidechain: true,
    }
    expect(read({ ...says('Mine.'), isSidechain: false }, helper)).toEqual({
      message: 'Mine.',
      usedTokens: 1234,
    })
    expect(read(helper)).toEqual(NOTHING)
  })

  test('numbers that are not said are not known; zeros and nonsense are not said', () => {
    expect(read(says('a', { usage: undefined })).usedTokens).toBeNull()
    expect(read(says('a', { usage: { ...usage, output_tokens: 'many' } })).usedTokens).toBeNull()
    expect(read(says('a', { usage: { ...usage, input_tokens: -1 } })).usedTokens).toBeNull()
    expect(read(says('a', { usage: { input_tokens: 7, output_tokens: 1 } })).usedTokens).toBe(8)
    const zeros = { input_tokens: 0, output_tokens: 0 }
    expect(read(says('a'), says('API Error', { usage: zeros })).usedTokens).toBe(1234)
  })

  test('what was in use before the conversation was compacted is so no longer', () => {
    const compacted = { type: 'system', subtype: 'compact_boundary' }
    expect(read(says('Before.'), compacted)).toEqual({ message: 'Before.', usedTokens: null })
    expect(read(says('Before.'), compacted, says('After.'))).toEqual({ message: 'After.', usedTokens: 1234 })
  })
})

describe('Codex', () => {
  const codex = (type: string, payload: object) => ({ timestamp: '2026-11-15T12:00:00Z', type, payload })
  const codexSays = (text: string, role = 'assistant') =>
    codex('response_item', { type: 'message', role, content: [{ type: 'output_text', text }] })
  const tokens = (info: object | null) => codex('event_msg', { type: 'token_count', info, rate_limits: {} })
  const last = { input_tokens: 900, cached_input_tokens: 800, output_tokens: 50, total_tokens: 950 }
  const total = { input_tokens: 90_000, output_tokens: 5000 }

  test('the last words, and the window after the last answer: the cache is a part of the input', () => {
    const counted = tokens({ last_token_usage: last, total_token_usage: total })
    const told = codex('event_msg', { type: 'task_complete', last_agent_message: 'assistant' })
    expect(
      read(codexSays('One.'), codexSays('Two.'), counted, codexSays('Go on, assistant.', 'user'), told),
    ).toEqual({
      message: 'Two.',
      usedTokens: 950,
    })
  })

  test('a count of the limits alone says nothing; totals are not the window', () => {
    expect(read(tokens({ last_token_usage: last }), codexSays('One.'), tokens(null)).usedTokens).toBe(950)
    expect(read(codexSays('One.'), tokens({ total_token_usage: total })).usedTokens).toBeNull()
  })

  test('a compacted conversation', () => {
    const compacted = codex('compacted', { message: 'summary' })
    expect(read(codexSays('One.'), tokens({ last_token_usage: last }), compacted)).toEqual({
      message: 'One.',
      usedTokens: null,
    })
  })
})

describe('a record that is not as it should be', () => {
  const done = { message: 'Done.', usedTokens: 1234 }

  test.each([
    ['a torn last line', line(says('Torn.')).slice(0, -10)],
    ['lines that are not JSON', 'assistant\n{"assistant"\n[]\n"assistant"\nnull\n\0\0assistant\n'],
    ['empty lines', '\n\r\n \n'],
    ['objects of another kind', '{"type":"assistant"}\n{"type":"assistant","message":[{"content":7}]}\n'],
    ['bytes that are no text', '\ud800assistant\n'],
  ])('%s at its end', (_, tail) => {
    expect(read(says('Done.'), tail)).toEqual(done)
  })

  test('JSON with spaces, CRLF, and no line break at the end', () => {
    const spaced = JSON.stringify(says('Done.')).replaceAll('":', '" : ')
    expect(read(`${spaced}\r\n`)).toEqual(done)
    expect(read(`{"type":"user"}\r\n${spaced}`)).toEqual(done)
  })

  test('no file, an empty one, and what is none', () => {
    expect(readTranscript(join(folder, 'missing'))).toEqual(NOTHING)
    expect(readTranscript('')).toEqual(NOTHING)
    expect(readTranscript('a\0b')).toEqual(NOTHING)
    expect(read('')).toEqual(NOTHING)
    mkdirSync(join(folder, 'folder'))
    expect(readTranscript(join(folder, 'folder'))).toEqual(NOTHING)
  })

  test.skipIf(process.platform === 'win32')('a pipe that nobody writes to is not waited for', () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(readTranscript(pipe)).toEqual(NOTHING)
  })
})

describe('a long record', () => {
  test('is read only at its end, however long it is', () => {
    writeFileSync(path, line(says('Long ago.')))
    truncateSync(path, 1024 * MB)
    appendFileSync(path, `\n${line(says('Now.'))}`)
    expect(readTranscript(path)).toEqual({ message: 'Now.', usedTokens: 1234 })
    expect(disk.bytes).toBeLessThanOrEqual(64 * KB)
  })

  test('is searched for 4 MB and no further', () => {
    const filler = line(result('x'.repeat(200)))
    const rest = (bytes: number) => filler.repeat(bytes / filler.length)
    expect(read(says('Near.'), rest(4 * MB - 10 * KB)).message).toBe('Near.')
    disk.bytes = 0
    expect(read(says('Far.'), rest(10 * MB))).toEqual(NOTHING)
    expect(disk.bytes).toBe(4 * MB)
    disk.bytes = 0
    expect(read(rest(MB), says('Before.'), { type: 'compacted' }).message).toBe('Before.')
    expect(disk.bytes).toBe(64 * KB)
  })

  test('a line longer than a block is put together again', () => {
    const long = 'ä🙂'.repeat(100 * KB)
    expect(read(says(long), result('y'.repeat(200 * KB))).message).toBe(long)
  })

  test('gives the last words wherever its blocks begin', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((each) => each.trim() !== '')
    fc.assert(
      fc.property(text, fc.integer({ min: -80, max: 280 }), fc.boolean(), (words, shift, broken) => {
        // The line's own length is about 280 bytes: the edge of a block goes through each place of it.
        const tail = line(result('z'.repeat(64 * KB - 120 - shift)))
        const torn = broken ? tail.slice(0, -1) : tail
        expect(read(says('Before.'), says(words), torn).message).toBe(words)
      }),
    )
  })
})
