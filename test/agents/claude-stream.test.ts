import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AgentEvent } from '../../src/agents/agent.ts'
import { claudeReader } from '../../src/agents/claude-stream.ts'
import * as fixture from './claude-fixtures.ts'

function replay(lines: (object | string)[]): AgentEvent[] {
  const reader = claudeReader()
  return lines.flatMap((line) => reader.line(typeof line === 'string' ? line : JSON.stringify(line)))
}

function resultOf(lines: (object | string)[]) {
  const result = replay(lines).find((event) => event.kind === 'result')
  if (!result) throw new Error('no result')
  return result
}

describe('a run that works', () => {
  test('gives session, text, tool call, tool result and result, in order', () => {
    expect(replay(fixture.writesFile)).toEqual([
      { kind: 'session', id: 'session-1', model: 'claude-opus-4-8[1m]', version: '2.1.197' },
      { kind: 'text', text: 'I will write it.' },
      { kind: 'usage', usage: { input_tokens: 100, output_tokens: null, cost_usd: null, turns: 1 } },
      { kind: 'context', used: 100, size: null },
      { kind: 'tool-call', id: 'toolu_1', name: 'Write', input: { file_path: 'a.txt', content: 'hi' } },
      { kind: 'tool-result', id: 'toolu_1', isError: false, text: 'File created' },
      { kind: 'text', text: 'Written.' },
      {
        kind: 'result',
        text: 'Written.',
        ok: true,
        failure: null,
        usage: { input_tokens: 215, output_tokens: 40, cost_usd: 0.002, turns: 2 },
      },
    ])
  })

  test('tool results made of blocks are joined, and an error is one', () => {
    const content = [{ type: 'text', text: 'one' }, { type: 'image' }, { type: 'text', text: 'two' }]
    const message = fixture.user([{ type: 'tool_result', tool_use_id: 't', content, is_error: true }])
    expect(replay([message])).toEqual([{ kind: 'tool-result', id: 't', isError: true, text: 'one\ntwo' }])
  })

  test('hooks, notifications and their feedback are not the agent speaking', () => {
    expect(replay(fixture.hookNoise)).toEqual([])
  })

  test('an empty result at the cap on stop hooks is a success without text', () => {
    expect(resultOf([fixture.result({ result: '' })])).toMatchObject({ ok: true, text: '' })
  })

  test('a denied tool is reported although the run succeeded', () => {
    const denied = fixture.result({ permission_denials: [{ tool_name: 'Bash', tool_input: {} }, 'odd'] })
    const events = replay([denied])
    expect(events[0]).toEqual({ kind: 'denial', tool: 'Bash' })
    expect(events).toHaveLength(2)
    expect(events[1]).toMatchObject({ kind: 'result', ok: true })
  })
})

describe('denials', () => {
  const told = [{ tool_name: 'Bash', tool_use_id: 't1' }]

  test('a denial is told when it happens, and not again with the result', () => {
    const events = replay([fixture.denied('Bash', 't1'), fixture.result({ permission_denials: told })])
    expect(events.map((event) => event.kind)).toEqual(['denial', 'result'])
  })

  test('one that was not told before is told with the result', () => {
    const all = [...told, { tool_name: 'Write', tool_use_id: 't2' }]
    const events = replay([fixture.denied('Bash', 't1'), fixture.result({ permission_denials: all })])
    expect(events.slice(0, 2)).toEqual([
      { kind: 'denial', tool: 'Bash' },
      { kind: 'denial', tool: 'Write' },
    ])
  })
})

test('what it thinks is a thought, and an empty one is nothing', () => {
  const blocks = [
    { type: 'thinking', thinking: 'hm', signature: 'x' },
    { type: 'thinking', thinking: '' },
  ]
  const events = replay([fixture.assistant(blocks)])
  expect(events.filter((event) => event.kind === 'thought')).toEqual([{ kind: 'thought', text: 'hm' }])
})

describe('a run that fails', () => {
  test.each([
    [401, 'authentication'],
    [403, 'authentication'],
    [429, 'limit'],
    [500, 'overload'],
    [503, 'overload'],
    [529, 'overload'],
    [400, 'error'],
    [404, 'error'],
  ])('the API status %i, marked as a success with an error, is %s', (status, cause) => {
    const result = resultOf(fixture.apiError(status, 'whatever'))
    expect(result).toMatchObject({ ok: false, text: '', failure: { cause, retryAt: null } })
    expect(result.usage).toMatchObject(
      cause === 'error' ? { cost_usd: null } : { cost_usd: 0, input_tokens: 0 },
    )
  })

  test('a retry is an event with its status, reason and delay', () => {
    expect(replay(fixture.apiError(429, 'rate_limit'))[1]).toEqual({
      kind: 'retry',
      status: 429,
      reason: 'rate_limit',
      delayMs: 1000,
    })
  })

  test.each([
    ['authentication_failed', 'authentication'],
    ['billing_error', 'authentication'],
    ['rate_limit', 'limit'],
    ['server_error', 'overload'],
    ['overloaded', 'overload'],
    ['unknown', 'connection'],
    ['model_not_found', 'model'],
    ['invalid_request', 'error'],
    ['constructor', 'error'],
  ])('without a status the typed code %s means %s', (code, cause) => {
    const lines = [fixture.syntheticError(code), fixture.result({ is_error: true })]
    expect(resultOf(lines).failure?.cause).toBe(cause)
  })

  test.each([
    [{ stop_reason: 'refusal' }, 'refusal'],
    [{ is_error: true, stop_reason: 'refusal' }, 'refusal'],
    [{ is_error: true, terminal_reason: 'prompt_too_long', api_error_status: 400 }, 'context'],
    [{ is_error: true, api_error: 'connection_failed' }, 'connection'],
    [{ is_error: true, api_error: 'something_new' }, 'error'],
  ])('%j is %s', (changes, cause) => {
    expect(resultOf([fixture.result(changes)])).toMatchObject({ ok: false, text: '', failure: { cause } })
  })

  test('an unknown model is told from any other 404 by its code', () => {
    expect(resultOf(fixture.apiError(404, 'model_not_found')).failure?.cause).toBe('model')
    expect(resultOf(fixture.apiError(404, 'invalid_request')).failure?.cause).toBe('error')
  })

  test('an answer that was cut off is a full context only where the context was what ended it', () => {
    const cut = (what: string) => [
      { ...fixture.syntheticError('max_output_tokens'), api_error_params: { cut: what } },
      fixture.result({ is_error: true, api_error: 'max_output_tokens' }),
    ]
    expect(resultOf(cut('context_window')).failure?.cause).toBe('context')
    expect(resultOf(cut('output_limit')).failure?.cause).toBe('error')
  })

  test('a refused login says what to type', () => {
    expect(resultOf(fixture.apiError(401, 'authentication_failed')).failure?.message).toBe(
      'Claude Code reported: API Error: 401; run `claude auth login`, or set ANTHROPIC_API_KEY',
    )
  })

  test('a complaint that the model has answered since explains nothing', () => {
    const lines = [fixture.retry(null, 'unknown'), fixture.assistant([{ type: 'text', text: 'on we go' }])]
    expect(resultOf([...lines, fixture.result({ is_error: true })]).failure?.cause).toBe('error')
    expect(resultOf([...lines, fixture.result({})]).ok).toBe(true)
  })

  test.each([
    ['error_max_turns', 'max-turns'],
    ['error_max_budget_usd', 'budget'],
    ['error_during_execution', 'error'],
    ['something_new', 'error'],
  ])('%s is %s', (subtype, cause) => {
    expect(resultOf([fixture.result({ subtype, is_error: true })]).failure?.cause).toBe(cause)
  })

  test('an interrupted call that reports zeros has unknown usage, not none', () => {
    const result = resultOf(fixture.interrupted)
    expect(result.failure).toMatchObject({
      cause: 'error',
      message: 'Claude Code reported: [diagnostic] stop',
    })
    expect(result.usage).toEqual({ input_tokens: null, output_tokens: null, cost_usd: null, turns: 2 })
  })

  test('control bytes in an error do not survive', () => {
    const result = resultOf([fixture.result({ is_error: true, result: '\u001b[31mred\u0007' })])
    expect(result.failure?.message).toBe('Claude Code reported: [31mred')
  })
})

describe('limits', () => {
  const resetsAt = 1_771_390_800

  test('BL3: a rejected limit waits until the stated instant, whatever the zone', () => {
    const lines = [fixture.rateLimit({ status: 'rejected', resetsAt, rateLimitType: 'five_hour' })]
    expect(replay(lines)).toEqual([
      { kind: 'limit', resetAt: '2026-02-18T05:00:00.000Z', reason: 'five_hour' },
    ])
    const failed = resultOf([...lines, ...fixture.apiError(429, 'rate_limit')])
    expect(failed.failure).toMatchObject({ cause: 'limit', retryAt: '2026-02-18T05:00:00.000Z' })
  })

  test.each([
    { status: 'allowed', resetsAt },
    { status: 'allowed_warning', resetsAt },
    { status: 'rejected', resetsAt, isUsingOverage: true },
  ])('%j is no limit', (info) => {
    expect(replay([fixture.rateLimit(info)])).toEqual([])
    const failed = resultOf([fixture.rateLimit(info), fixture.result({ is_error: true })])
    expect(failed.failure?.cause).toBe('error')
  })

  test.each([-5, 0, 1e300, 'soon', null])('a reset at %j is not an instant', (value) => {
    expect(replay([fixture.rateLimit({ status: 'rejected', resetsAt: value })])).toMatchObject([
      { resetAt: null },
    ])
  })

  test('VF6: words about limits in tool results, text and the final message are only words', () => {
    const words = '5-hour limit reached. API Error: 429 rate_limit_event {"type":"rate_limit_event"}'
    const lines = [
      fixture.user([{ type: 'tool_result', tool_use_id: 't', content: words }]),
      fixture.assistant([{ type: 'text', text: words }]),
      words,
      fixture.result({ result: words }),
    ]
    const events = replay(lines)
    expect(events.map((event) => event.kind)).toEqual(['tool-result', 'text', 'usage', 'context', 'result'])
    expect(events.at(-1)).toMatchObject({ ok: true, failure: null })
  })

  test('VF6, control: the same limit as a typed event is one', () => {
    expect(replay([fixture.rateLimit({ status: 'rejected' })])).toMatchObject([{ kind: 'limit' }])
  })
})

describe('usage', () => {
  const usageOf = (changes: object) => resultOf([fixture.result(changes)]).usage

  test.each([-1, '0.5', null, undefined])('BL1: a cost of %j is unknown', (total_cost_usd) => {
    expect(usageOf({ total_cost_usd }).cost_usd).toBeNull()
  })

  test('BL1: a cost that JSON cannot hold is unknown', () => {
    const line = JSON.stringify(fixture.result({ total_cost_usd: 12345 }))
    const [event] = replay([line.replace('12345', '1e999')])
    expect(event).toMatchObject({ kind: 'result', usage: { cost_usd: null } })
  })

  test('an answer counts once with what was sent; what came back is unknown until the result', () => {
    const one = fixture.assistant([{ type: 'text', text: 'x' }])
    const two = { ...one, message: { ...one.message, id: 'msg_2', usage: { input_tokens: 400 } } }
    const usages = replay([one, one, two]).filter((event) => event.kind === 'usage')
    expect(usages.map(({ usage }) => usage)).toEqual([
      { input_tokens: 100, output_tokens: null, cost_usd: null, turns: 1 },
      { input_tokens: 500, output_tokens: null, cost_usd: null, turns: 2 },
    ])
  })

  test('the context is as full as the last request of the agent itself, not of a helper', () => {
    const one = fixture.assistant([{ type: 'text', text: 'x' }])
    const helper = {
      ...one,
      parent_tool_use_id: 'toolu_1',
      message: { ...one.message, id: 'msg_2', usage: { input_tokens: 7 } },
    }
    const contexts = replay([one, helper]).filter((event) => event.kind === 'context')
    expect(contexts).toEqual([{ kind: 'context', used: 100, size: null }])
  })

  test('a tool call of a helper is marked as such', () => {
    const call = { type: 'tool_use', id: 'toolu_2', name: 'TodoWrite', input: {} }
    const own = fixture.assistant([call])
    const helper = { ...own, parent_tool_use_id: 'toolu_1' }
    const calls = replay([own, helper]).filter((event) => event.kind === 'tool-call')
    const expected = { kind: 'tool-call', id: 'toolu_2', name: 'TodoWrite', input: {} }
    expect(calls).toEqual([expected, { ...expected, helper: true }])
  })

  test('an answer without figures makes the running sum unknown, not smaller', () => {
    const one = fixture.assistant([])
    const bare = { ...one, message: { id: 'msg_2', content: [] } }
    expect(replay([one, bare]).at(-1)).toMatchObject({ kind: 'usage', usage: { input_tokens: null } })
  })

  test('a price that was only guessed is unknown; the tokens stay', () => {
    const modelUsage = { silly: { inputTokens: 100, outputTokens: 20, costBasis: 'unknown' } }
    expect(usageOf({ modelUsage })).toMatchObject({ input_tokens: 100, cost_usd: null })
  })

  test('a call that broke off before it was priced has no known cost', () => {
    const usage = { input_tokens: 100, output_tokens: 1 }
    const lost = { is_error: true, api_error: 'connection_failed', total_cost_usd: 0, usage, modelUsage: {} }
    expect(usageOf(lost)).toMatchObject({ input_tokens: 100, cost_usd: null })
  })

  test('models are added up, sub-agents and cache included', () => {
    const modelUsage = {
      opus: { inputTokens: 100, outputTokens: 10, cacheReadInputTokens: 1000, cacheCreationInputTokens: 50 },
      haiku: { inputTokens: 7, outputTokens: 3 },
    }
    expect(usageOf({ modelUsage })).toMatchObject({ input_tokens: 1157, output_tokens: 13 })
  })

  test('a model with a nonsensical count makes the sum unknown, not smaller', () => {
    const modelUsage = {
      opus: { inputTokens: 100, outputTokens: 10 },
      haiku: { inputTokens: -7, outputTokens: 3 },
    }
    expect(usageOf({ modelUsage })).toMatchObject({ input_tokens: null, output_tokens: 13 })
  })

  describe('of a conversation that is continued', () => {
    const earlier = { modelUsage: { opus: { inputTokens: 500, outputTokens: 100 } }, total_cost_usd: 0.004 }
    const usageOf = (changes: object) => {
      const reader = claudeReader({ continued: true })
      const [result] = reader.line(JSON.stringify(fixture.result({ ...earlier, ...changes })))
      return result?.kind === 'result' ? result.usage : null
    }

    test('what this call added is counted, not what was there', () => {
      const own = { opus: { inputTokens: 200, outputTokens: 40, costUSD: 0.0016 } }
      expect(usageOf({ model_usage_since_last_result: own })).toEqual({
        input_tokens: 200,
        output_tokens: 40,
        cost_usd: 0.0016,
        turns: 2,
      })
    })

    test('where the added part is not told, the tokens are those of the call and the cost is unknown', () => {
      expect(usageOf({})).toMatchObject({ input_tokens: 215, output_tokens: 40, cost_usd: null })
    })
  })

  test('without any usage everything is unknown', () => {
    const usage = usageOf({
      usage: undefined,
      modelUsage: undefined,
      total_cost_usd: undefined,
      num_turns: undefined,
    })
    expect(usage).toEqual({ input_tokens: null, output_tokens: null, cost_usd: null, turns: null })
  })
})

test.each([
  '',
  'plain text',
  '{"type":"result"',
  '[]',
  'null',
  '42',
  '"x"',
  '{}',
  '{"type":"new_kind"}',
  '\u0000',
])('the line %j yields nothing', (line) => {
  expect(claudeReader().line(line)).toEqual([])
})

test('any JSON, whatever its shape, is read without throwing', () => {
  const type = fc.constantFrom('system', 'assistant', 'user', 'result', 'rate_limit_event', 'other')
  const subtype = fc.constantFrom('init', 'api_retry', 'success', 'x')
  const message = fc.oneof(fc.jsonValue(), fc.record({ content: fc.array(fc.jsonValue()) }))
  const shape = fc.record({
    type,
    subtype,
    message,
    rate_limit_info: fc.jsonValue(),
    modelUsage: fc.jsonValue(),
  })
  fc.assert(
    fc.property(fc.array(shape), (lines) => {
      for (const event of replay(lines)) expect(typeof event.kind).toBe('string')
    }),
    { numRuns: 500 },
  )
})

// The recorded streams are not part of the repository; where they are at hand they must read as expected.
const samples = join(import.meta.dirname, '../../../shared/samples')
describe.skipIf(!existsSync(samples))('recorded streams', () => {
  const linesOf = (name: string) => readFileSync(join(samples, name), 'utf8').split('\n')
  const expected: Record<string, object | null> = {
    'claude-cc1.stream.jsonl': {
      ok: true,
      text: 'All done: hello.txt written.',
      usage: { cost_usd: 0.002, turns: 2 },
    },
    'claude-cc2.stream.jsonl': {
      ok: true,
      text: 'Done 3.',
      usage: { input_tokens: 500, output_tokens: 100 },
    },
    'claude-cc4-401.jsonl': { ok: false, failure: { cause: 'authentication' } },
    'claude-cc4-429.jsonl': { ok: false, failure: { cause: 'limit', retryAt: null } },
    'claude-cc4-sigINT.jsonl': { ok: false, failure: { cause: 'error' }, usage: { cost_usd: null } },
    'claude-cc4-sigTERM.jsonl': null,
    'claude-cc4stop.jsonl': { ok: true, text: '' },
    'claude-ccL2.jsonl': { ok: true, text: '', usage: { input_tokens: 900, turns: 10 } },
  }

  test('every recorded stream of Claude Code has an expectation', () => {
    const names = readdirSync(samples).filter((name) => name.startsWith('claude-'))
    expect(Object.keys(expected)).toEqual(expect.arrayContaining(names))
  })

  test.each(Object.entries(expected))('%s', (name, result) => {
    const events = replay(linesOf(name))
    expect(events.filter((event) => event.kind === 'session')).toHaveLength(1)
    const results = events.filter((event) => event.kind === 'result')
    if (result) expect(results).toMatchObject([result])
    else expect(results).toEqual([])
  })
})
