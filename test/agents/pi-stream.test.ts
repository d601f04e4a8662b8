import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AgentEvent } from '../../src/agents/agent.ts'
import { piReader } from '../../src/agents/pi-stream.ts'
import * as fixture from './pi-fixtures.ts'

/** All lines, and then the end of the program. */
function replay(lines: (object | string)[]): AgentEvent[] {
  const reader = piReader()
  const events = lines.flatMap((line) => reader.line(typeof line === 'string' ? line : JSON.stringify(line)))
  return [...events, ...(reader.end?.() ?? [])]
}

function resultOf(lines: (object | string)[]) {
  const results = replay(lines).filter((event) => event.kind === 'result')
  expect(results).toHaveLength(1)
  return results[0]!
}

describe('a call that works', () => {
  test('gives session, tool call, tool result, text, running figures and result', () => {
    const lines = [
      fixture.session,
      { type: 'agent_start' },
      fixture.answer([fixture.call], { stopReason: 'toolUse' }),
      fixture.toolStarts,
      fixture.toolEnds(true, 'Command exited with code 3'),
      fixture.answer([{ type: 'thinking', thinking: 'hm' }, fixture.text('Done.')]),
      fixture.ends,
    ]
    const events = replay(lines)
    expect(events.map((event) => event.kind)).toEqual([
      'session',
      'usage',
      'context',
      'tool-call',
      'tool-result',
      'thought',
      'text',
      'usage',
      'context',
      'result',
    ])
    expect(events).toContainEqual({
      kind: 'tool-call',
      id: 'call_1',
      name: 'bash',
      input: { command: 'npm test' },
    })
    expect(events).toContainEqual({
      kind: 'tool-result',
      id: 'call_1',
      isError: true,
      text: 'Command exited with code 3',
    })
    expect(events).toContainEqual({ kind: 'context', used: 120, size: null })
    expect(events.at(-1)).toMatchObject({
      text: 'Done.',
      ok: true,
      failure: null,
      usage: { input_tokens: 200, output_tokens: 40, cost_usd: 1.2, turns: 2 },
    })
  })

  test('what it tells again at every bit of a message is not read', () => {
    const partial = { type: 'message_update', message: fixture.answer([fixture.text('x')]).message }
    expect(replay([partial])).toEqual([])
  })

  test('a last line that was cut off is the end all the same', () => {
    const cut = `${JSON.stringify(fixture.ends).slice(0, -3)}{"role":"assist`
    expect(resultOf([fixture.answer([fixture.text('Done.')]), cut])).toMatchObject({
      ok: true,
      text: 'Done.',
    })
  })

  test("the user's own message and a tool's are not the agent speaking", () => {
    const lines = ['user', 'toolResult'].map((role) => fixture.answer([fixture.text('x')], { role }))
    expect(replay(lines)).toEqual([])
  })

  test('VF6: words about limits are only words', () => {
    const words = '429 5-hour limit reached @upstash/ratelimit'
    const lines = [fixture.toolStarts, fixture.toolEnds(false, words), fixture.answer([fixture.text(words)])]
    expect(resultOf([...lines, fixture.ends])).toMatchObject({ ok: true, failure: null, text: words })
  })
})

describe('a call that fails', () => {
  test.each([
    ['401 no key', 'authentication'],
    ['403 no', 'authentication'],
    ['429 slow down', 'limit'],
    ['529 busy', 'overload'],
    ['404 model: nope', 'error'],
    ['Provider finish_reason: content_filter', 'error'],
    ['it said 429 somewhere', 'error'],
  ])('%s is %s, told at the end of the program', (words, cause) => {
    expect(resultOf([fixture.failure(words), fixture.ends])).toMatchObject({
      ok: false,
      text: '',
      failure: { cause, retryAt: null },
    })
  })

  test('nothing is told while it may try again, and a try that works is a success', () => {
    const lines = [
      fixture.failure('529 busy'),
      fixture.ends,
      fixture.retries('529 busy'),
      fixture.answer([fixture.text('Done.')]),
      fixture.ends,
      { type: 'auto_retry_end', success: true, attempt: 1 },
    ]
    const events = replay(lines)
    expect(events[0]).toEqual({ kind: 'retry', status: 529, reason: '529 busy', delayMs: 2000 })
    expect(resultOf(lines)).toMatchObject({ ok: true, text: 'Done.' })
  })

  test('what it tried again in vain and had no answer to is a lost connection', () => {
    const once = [fixture.failure('terminated'), fixture.ends]
    const lines = [...once, fixture.retries('terminated'), ...once, fixture.givesUp]
    expect(resultOf(lines)).toMatchObject({ ok: false, failure: { cause: 'connection' } })
  })

  test('a full context shows in that it had to make room', () => {
    const lines = [fixture.failure('400 too long'), fixture.ends]
    const room = { type: 'compaction_start', reason: 'overflow' }
    expect(resultOf([room, ...lines]).failure?.cause).toBe('context')
    expect(resultOf([{ ...room, reason: 'threshold' }, ...lines]).failure?.cause).toBe('error')
  })

  test('an answer that was cut off or aborted is not one', () => {
    for (const stopReason of ['length', 'aborted']) {
      const lines = [fixture.answer([fixture.text('half an')], { stopReason }), fixture.ends]
      expect(resultOf(lines)).toMatchObject({ ok: false, text: '', failure: { cause: 'error' } })
    }
  })

  test('a program that was ended in the middle has no result', () => {
    expect(replay([fixture.answer([fixture.call], { stopReason: 'toolUse' })]).map((e) => e.kind)).toEqual([
      'usage',
      'context',
    ])
  })

  test('a refused login says what to type', () => {
    expect(resultOf([fixture.failure('401 no'), fixture.ends]).failure?.message).toContain('/login')
  })
})

describe('usage', () => {
  const usageOf = (lines: object[]) => resultOf([...lines, fixture.ends]).usage
  const answers = fixture.answer([fixture.text('x')])

  test('a request that was turned down used nothing', () => {
    expect(usageOf([answers, fixture.failure('429 no')])).toMatchObject({ input_tokens: 100, cost_usd: 0.6 })
  })

  test('one that broke off may have used something, so the sum is unknown', () => {
    expect(usageOf([answers, fixture.failure('terminated')])).toMatchObject({
      input_tokens: null,
      output_tokens: null,
      cost_usd: null,
    })
  })

  test('a model without a price is not free', () => {
    const free = { ...fixture.usage, cost: { total: 0 } }
    expect(usageOf([fixture.answer([], { usage: free })])).toMatchObject({
      input_tokens: 100,
      cost_usd: null,
    })
    expect(usageOf([fixture.answer([], { usage: free }), answers]).cost_usd).toBeNull()
  })

  test.each([undefined, null, { input: -1, output: 2 }, { input: 'x', output: 2 }])(
    'figures such as %j are unknown',
    (usage) => {
      expect(usageOf([fixture.answer([], { usage })]).input_tokens).toBeNull()
    },
  )
})

test.each(['', 'text', '{"type":"session"', '[]', 'null', '{}', '{"type":"message_end"}'])(
  'the line %j yields nothing',
  (line) => {
    expect(replay([line])).toEqual([])
  },
)

test('any JSON, whatever its shape, is read without throwing', () => {
  const type = fc.constantFrom(
    'session',
    'message_end',
    'tool_execution_end',
    'agent_end',
    'auto_retry_start',
  )
  const message = fc.oneof(
    fc.jsonValue(),
    fc.record({ role: fc.constant('assistant'), content: fc.jsonValue(), usage: fc.jsonValue() }),
  )
  const shape = fc.record({ type, message, result: fc.jsonValue(), toolCallId: fc.jsonValue() })
  fc.assert(
    fc.property(fc.array(shape), (lines) => {
      for (const event of replay(lines)) expect(typeof event.kind).toBe('string')
    }),
    { numRuns: 300 },
  )
})

// The recorded stream is not part of the repository; where it is at hand it must read as expected.
const sample = join(import.meta.dirname, '../../../shared/samples/pi.stream.jsonl')
test.skipIf(!existsSync(sample))('the recorded stream', () => {
  const lines = readFileSync(sample, 'utf8').split('\n')
  expect(resultOf(lines)).toMatchObject({
    ok: true,
    text: 'pi done.',
    usage: { input_tokens: 200, output_tokens: 40, turns: 2 },
  })
  expect(replay(lines).filter((event) => event.kind === 'tool-call')).toMatchObject([{ name: 'write' }])
})
