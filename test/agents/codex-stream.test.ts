import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AgentEvent } from '../../src/agents/agent.ts'
import { codexReader } from '../../src/agents/codex-stream.ts'
import * as fixture from './codex-fixtures.ts'

function replay(lines: (object | string)[], continued = false): AgentEvent[] {
  const reader = codexReader({ continued })
  return lines.flatMap((line) => reader.line(typeof line === 'string' ? line : JSON.stringify(line)))
}

const unknown = { input_tokens: null, output_tokens: null, cost_usd: null, turns: null }

describe('a turn that works', () => {
  test('gives session, command, output with its exit code, text and result', () => {
    const lines = [
      fixture.started,
      fixture.commandStarts,
      fixture.commandEnds(1, 'failed'),
      fixture.says('Done.'),
      fixture.completed,
    ]
    expect(replay(lines)).toEqual([
      { kind: 'session', id: fixture.session, model: null, version: null },
      {
        kind: 'tool-call',
        id: 'item_1',
        name: 'command_execution',
        input: { command: "/bin/bash -lc 'npm test'" },
      },
      { kind: 'tool-result', id: 'item_1', isError: true, text: '1 failed\n', exitCode: 1 },
      { kind: 'text', text: 'Done.' },
      {
        kind: 'result',
        text: 'Done.',
        ok: true,
        failure: null,
        usage: { input_tokens: 300, output_tokens: 60, cache_read_tokens: 200, cost_usd: null, turns: null },
      },
    ])
  })

  test('the last message is the result, whatever was said before', () => {
    const events = replay([fixture.says('I begin.'), fixture.says('APPROVED'), fixture.completed])
    expect(events.at(-1)).toMatchObject({ kind: 'result', text: 'APPROVED' })
  })

  test('a continued conversation counts its earlier turns too, so its usage is unknown here', () => {
    expect(replay([fixture.completed], true)).toMatchObject([{ ok: true, usage: unknown }])
  })

  test('an item that was never announced is announced with its end', () => {
    const kinds = replay([fixture.commandEnds(0, 'completed')]).map((event) => event.kind)
    expect(kinds).toEqual(['tool-call', 'tool-result'])
  })

  test('a command that was declined is a denial and an error', () => {
    const events = replay([fixture.commandStarts, fixture.commandEnds(-1, 'declined')])
    expect(events.slice(1)).toMatchObject([
      { kind: 'denial', tool: 'command_execution' },
      { kind: 'tool-result', isError: true },
    ])
  })

  test('changed files are named with what happened to them', () => {
    const changes = [
      { path: '/w/a.ts', kind: 'add' },
      { path: '/w/b.ts', kind: 'update' },
    ]
    const events = replay([fixture.item('completed', { type: 'file_change', changes, status: 'completed' })])
    expect(events).toEqual([
      { kind: 'tool-call', id: 'item_1', name: 'file_change', input: { changes } },
      { kind: 'tool-result', id: 'item_1', isError: false, text: 'add /w/a.ts\nupdate /w/b.ts' },
    ])
  })

  test('a tool of a server: its text, or why it failed', () => {
    const call = { type: 'mcp_tool_call', server: 's', tool: 't', arguments: { q: 1 } }
    const done = { ...call, status: 'completed', result: { content: [{ type: 'text', text: 'found' }] } }
    expect(replay([fixture.item('completed', done)])).toMatchObject([
      { name: 'mcp_tool_call', input: { server: 's', tool: 't', arguments: { q: 1 } } },
      { isError: false, text: 'found' },
    ])
    const broken = { ...call, status: 'failed', error: { message: 'gone' } }
    expect(replay([fixture.item('completed', broken)])[1]).toMatchObject({ isError: true, text: 'gone' })
  })

  test('thoughts are thoughts, and a plan is told at each of its changes', () => {
    const plan = (completed: boolean) => ({ type: 'todo_list', items: [{ text: 'a', completed }] })
    const events = replay([
      fixture.item('completed', { type: 'reasoning', text: 'hm' }),
      fixture.item('started', plan(false)),
      fixture.item('updated', plan(true)),
      fixture.item('completed', plan(true)),
    ])
    expect(events[0]).toEqual({ kind: 'thought', text: 'hm' })
    const calls = events.filter((event) => event.kind === 'tool-call')
    expect(calls.map((call) => call.input)).toEqual([
      { items: [{ text: 'a', completed: false }] },
      { items: [{ text: 'a', completed: true }] },
    ])
    expect(new Set(calls.map((call) => call.id)).size).toBe(2)
  })

  test('a remark, such as about a model it does not know, is nothing', () => {
    expect(
      replay([fixture.item('completed', { type: 'error', message: 'Model metadata not found' })]),
    ).toEqual([])
  })
})

describe('a turn that fails', () => {
  test('after one complaint nothing is known to pass by itself', () => {
    const words = 'unexpected status 429 Too Many Requests'
    const [result] = replay([fixture.complains(words), fixture.failed(words)])
    expect(result).toMatchObject({
      kind: 'result',
      text: '',
      ok: false,
      failure: { cause: 'error', message: `Codex reported: ${words}`, retryAt: null },
      usage: unknown,
    })
  })

  test('what Codex itself tried again is a lost connection, as far as the stream can tell', () => {
    const events = replay([
      fixture.complains('Reconnecting... 1/5 (stream disconnected)'),
      fixture.complains('stream disconnected'),
      fixture.failed('stream disconnected'),
    ])
    expect(events).toMatchObject([
      { kind: 'retry', status: null, delayMs: null },
      { kind: 'result', failure: { cause: 'connection' } },
    ])
  })

  test('a complaint that it got over explains nothing', () => {
    const events = replay([
      fixture.complains('Reconnecting... 1/5'),
      fixture.says('on we go'),
      fixture.complains('bad'),
      fixture.failed('bad'),
    ])
    expect(events.at(-1)).toMatchObject({ failure: { cause: 'error' } })
  })

  test('VF6: words about limits and logins are only words', () => {
    const words = '5-hour limit reached @upstash/ratelimit 401 usage_limit_exceeded'
    const command = { type: 'command_execution', command: 'cat a', aggregated_output: words, exit_code: 0 }
    const lines = [
      fixture.item('completed', { ...command, status: 'completed' }),
      fixture.says(words),
      fixture.completed,
    ]
    expect(replay(lines).at(-1)).toMatchObject({ ok: true, failure: null, text: words })
  })

  test('control bytes in its words do not survive, and they are not shown at length', () => {
    const [result] = replay([fixture.failed(`\u001b[31m${'x'.repeat(5000)}`)])
    const message = result?.kind === 'result' ? (result.failure?.message ?? '') : ''
    expect(message).not.toContain('\u001b')
    expect(message.length).toBeLessThanOrEqual(400)
  })
})

test.each(['', 'text', '{"type":"turn.completed"', '[]', 'null', '{}', '{"type":"item.completed"}'])(
  'the line %j yields nothing',
  (line) => {
    expect(replay([line])).toEqual([])
  },
)

test('any JSON, whatever its shape, is read without throwing', () => {
  const type = fc.constantFrom(
    'thread.started',
    'item.started',
    'item.completed',
    'error',
    'turn.failed',
    'x',
  )
  const kind = fc.constantFrom(
    'command_execution',
    'file_change',
    'mcp_tool_call',
    'todo_list',
    'agent_message',
  )
  const item = fc.oneof(
    fc.jsonValue(),
    fc.record({ id: fc.jsonValue(), type: kind, changes: fc.jsonValue(), items: fc.jsonValue() }),
  )
  const shape = fc.record({ type, item, error: fc.jsonValue(), message: fc.jsonValue() })
  fc.assert(
    fc.property(fc.array(shape), (lines) => {
      for (const event of replay(lines)) expect(typeof event.kind).toBe('string')
    }),
    { numRuns: 300 },
  )
})

// The recorded streams are not part of the repository; where they are at hand they must read as expected.
const samples = join(import.meta.dirname, '../../../shared/samples')
describe.skipIf(!existsSync(samples))('recorded streams', () => {
  const events = (name: string) => replay(readFileSync(join(samples, name), 'utf8').split('\n'))

  test('a first turn', () => {
    expect(events('codex-workspace-write.stream.jsonl').map((event) => event.kind)).toEqual([
      'session',
      'tool-call',
      'tool-result',
      'text',
      'result',
    ])
    expect(events('codex-workspace-write.stream.jsonl').at(-1)).toMatchObject({
      text: 'Codex done.',
      usage: { input_tokens: 200, output_tokens: 40 },
    })
  })

  test('a continued one', () => {
    expect(events('codex-resume.jsonl').at(-1)).toMatchObject({ ok: true, text: 'resumed ok' })
  })
})
