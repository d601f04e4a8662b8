import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startReaper } from '../../src/runtime/supervise.ts'
import { type PeerScenario, playPeer, type Stage, setStage } from './acp-peer/play.ts'

const stages: Stage[] = []
const stage = () => {
  stages.push(setStage())
  return stages.at(-1)!
}
afterAll(async () => {
  for (const each of stages) each.end()
  await startReaper().close()
})

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]
const kindsOf = (events: { kind: string }[]) => events.map(({ kind }) => kind)

describe('an agent that behaves', () => {
  test('writes with its own tools, and its last message is the result', async () => {
    const here = stage()
    const usage = { inputTokens: 200, outputTokens: 40, totalTokens: 240 }
    const maker = [
      { text: 'I will ' },
      { text: 'write it.' },
      { write: { path: 'hello.txt', content: 'hi\n' } },
      { text: 'Done.' },
      { end: { stopReason: 'end_turn', usage } },
    ]
    const { events, result, ended } = await playPeer(here, { turns: { maker } })
    expect(existsSync(join(here.workspace, 'hello.txt'))).toBe(true)
    expect(result).toMatchObject({ text: 'Done.', ok: true, failure: null })
    expect(result?.usage).toEqual({ input_tokens: 200, output_tokens: 40, cost_usd: null, turns: null })
    expect(kindsOf(events)).toEqual([
      'session',
      'text',
      'tool-call',
      'permission',
      'tool-result',
      'text',
      'result',
    ])
    expect(events).toContainEqual({ kind: 'text', text: 'I will write it.' })
    expect(ended).toMatchObject({ outcome: 'exited', exitCode: 0 })
  })

  test('is told in this order what we are, where to work, and what to do', async () => {
    const { heard } = await playPeer(stage(), {})
    expect(heard.map(({ method }) => method)).toEqual(['initialize', 'session/new', 'session/prompt'])
    expect(heard[0]).toMatchObject({
      params: {
        protocolVersion: 1,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      },
    })
    expect(heard[1]).toMatchObject({ params: { cwd: stages.at(-1)!.workspace, mcpServers: [] } })
    expect(heard[2]).toMatchObject({ params: { prompt: [{ type: 'text', text: 'Please.' }] } })
  })
})

describe('an agent that does not answer', () => {
  test.each(['initialize', 'session/new', 'session/prompt'])('at %s is ended as idle', async (silentAt) => {
    const { ended, result } = await playPeer(stage(), { silentAt }, { idleMs: 700 })
    expect(ended.outcome).toBe('idle-timeout')
    expect(result).toBeNull()
  })

  test.each(['initialize', 'session/new', 'session/prompt'])('but dies at %s has crashed', async (diesAt) => {
    const { failure, ended } = await playPeer(stage(), { diesAt })
    expect(failure).toMatchObject({ cause: 'crash' })
    expect(ended.exitCode).toBe(3)
  })

  test('but leaves with exit code 0 in the middle has given no result', async () => {
    const { failure } = await playPeer(stage(), { turns: { maker: [{ text: 'Well, ' }, { exit: 0 }] } })
    expect(failure).toMatchObject({ cause: 'no-result' })
  })

  test('after its result is killed, and the result stays', async () => {
    const { ended, result } = await playPeer(
      stage(),
      { lingers: true, turns: { maker: [{ text: 'All done.' }] } },
      { graceMs: 300 },
    )
    expect(ended.outcome).toBe('killed-after-result')
    expect(result).toMatchObject({ ok: true, text: 'All done.' })
  })
})

describe('what is not the protocol', () => {
  test('is passed over: garbage, half messages, wrong kinds, answers nobody asked for', async () => {
    const raw = [
      'Loading…\n',
      '{"jsonrpc":"2.0","id":\n',
      '[]\n42\nnull\n"x"\n\u0000\n',
      '{"jsonrpc":"2.0","id":999,"result":{"stopReason":"end_turn"}}\n',
      '{"jsonrpc":"2.0","id":2,"method":17}\n',
      '{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":"agent_message_chunk"}}}\n',
      '{"jsonrpc":"2.0","method":"session/update","params":{"update":{"sessionUpdate":"tool_call"}}}\n',
      '{"jsonrpc":"2.0","method":"session/update","params":null}\n',
      '{"jsonrpc":"2.0","method":"_vendor/news","params":{}}\n',
    ].map((line) => ({ raw: line }))
    const { result } = await playPeer(stage(), { turns: { maker: [...raw, { text: 'Still here.' }] } })
    expect(result).toMatchObject({ ok: true, text: 'Still here.' })
  })

  test('may be one line of millions of bytes: it is cut, and the call goes on', async () => {
    const maker = [{ bigLine: 3_000_000 }, { text: 'Sorry.' }]
    const { result, ended } = await playPeer(stage(), { turns: { maker } })
    expect(result).toMatchObject({ ok: true, text: 'Sorry.' })
    expect(ended.truncatedBytes).toBeGreaterThan(1_000_000)
  })

  test('may be requests we do not serve: each gets the error for it', async () => {
    const asked = ['fs/read_text_file', 'fs/write_text_file', 'terminal/create', 'elicitation/create']
    const maker = [...asked.map((request) => ({ request })), { text: 'Alone, then.' }]
    const { result, heard } = await playPeer(stage(), { turns: { maker } })
    expect(result).toMatchObject({ ok: true, text: 'Alone, then.' })
    const errors = heard.filter((message) => 'error' in message)
    expect(errors).toHaveLength(asked.length)
    for (const error of errors) expect(error).toMatchObject({ error: { code: -32601 } })
  })

  test('a protocol of another version is refused with a word on it', async () => {
    const { failure } = await playPeer(stage(), { hello: { protocolVersion: 2 } })
    expect(failure).toMatchObject({ cause: 'error' })
    expect(failure?.message).toContain('version 2')
  })
})

describe('permission', () => {
  const ask = (toolCall: Record<string, unknown>) => ({
    asks: { options, toolCall: { toolCallId: 't', ...toolCall } },
  })

  test('to edit is given inside the workspace and refused outside it', async () => {
    const here = stage()
    const outside = join(here.dir, 'outside.txt')
    const maker = [
      { write: { path: outside, content: 'x' } },
      { write: { path: 'inside.txt', content: 'x' } },
      { write: { path: '../outside-too.txt', content: 'x' } },
      { text: 'Tried.' },
    ]
    const { events } = await playPeer(here, { turns: { maker } })
    expect(existsSync(outside)).toBe(false)
    expect(existsSync(join(here.dir, 'outside-too.txt'))).toBe(false)
    expect(existsSync(join(here.workspace, 'inside.txt'))).toBe(true)
    const asked = events.filter((event) => event.kind === 'permission')
    expect(asked.map(({ allowed }) => allowed)).toEqual([false, true, false])
    expect(events.filter(({ kind }) => kind === 'denial')).toEqual([
      { kind: 'denial', tool: 'edit' },
      { kind: 'denial', tool: 'edit' },
    ])
  })

  test('is given for once, not for good', async () => {
    const { heard } = await playPeer(stage(), {
      turns: { maker: [{ write: { path: 'a.txt', content: 'x' } }] },
    })
    expect(heard.at(-1)).toMatchObject({ result: { outcome: { outcome: 'selected', optionId: 'once' } } })
  })

  test('to edit is not given to a reviewer, to test and to look is', async () => {
    const here = stage()
    const guardian = [
      { write: { path: 'sneaky.txt', content: 'x' } },
      ask({ kind: 'execute', rawInput: { command: 'npm test 2>&1 | tail -5' } }),
      ask({ kind: 'execute', rawInput: { command: 'rm -rf .' } }),
      ask({ kind: 'read', locations: [{ path: '/etc/hosts' }] }),
      { text: 'Looked.' },
    ]
    const over = { role: 'guardian', writes: false }
    const { events } = await playPeer(here, { turns: { guardian } }, over)
    expect(existsSync(join(here.workspace, 'sneaky.txt'))).toBe(false)
    const asked = events.filter((event) => event.kind === 'permission')
    expect(asked.map(({ allowed }) => allowed)).toEqual([false, true, false, true])
  })

  test.each(['end_turn', 'cancelled'])(
    'that is refused may end the turn with %s: then it goes on',
    async (reason) => {
      const maker = [
        { text: 'I write.' },
        { write: { path: '/etc/nowhere', content: 'x' } },
        { text: 'Never.' },
      ]
      const again = [{ text: 'Without it, then.' }]
      const { result, heard } = await playPeer(stage(), { stopsAtRefusal: reason, turns: { maker, again } })
      expect(result).toMatchObject({ ok: true, text: 'Without it, then.' })
      const [first, second] = heard.filter(({ method }) => method === 'session/prompt')
      expect(JSON.stringify(first)).toContain('Please.')
      expect(JSON.stringify(second)).toMatch(
        /not allowed to do this here: edit\. Change files only inside .*workspace/,
      )
    },
  )

  test('that is refused again and again ends the call', async () => {
    const maker = [{ write: { path: '/etc/nowhere', content: 'x' } }]
    const scenario = { stopsAtRefusal: 'cancelled', turns: { maker, again: maker } }
    const { failure, heard } = await playPeer(stage(), scenario)
    expect(failure).toMatchObject({ cause: 'error' })
    expect(failure?.message).toMatch(/after it was not allowed to use edit$/)
    expect(heard.filter(({ method }) => method === 'session/prompt')).toHaveLength(4)
  })

  test('is refused where the request is no request', async () => {
    const maker = [{ asks: {} }, { asks: { options: 'all of them', toolCall: [] } }, { text: 'Hm.' }]
    const { heard, events, result } = await playPeer(stage(), { turns: { maker } })
    expect(heard.slice(-2)).toMatchObject([
      { result: { outcome: { outcome: 'cancelled' } } },
      { result: { outcome: { outcome: 'cancelled' } } },
    ])
    expect(events.filter(({ kind }) => kind === 'denial')).toHaveLength(2)
    expect(result?.ok).toBe(true)
  })
})

describe('a failure has its cause', () => {
  const failing = (code: number, data: unknown = null) => ({ error: { code, message: 'Not today', data } })
  test.each<[string, PeerScenario, string]>([
    [
      'a login is wanted',
      { errors: { 'session/new': { code: -32000, message: 'Log in' } } },
      'authentication',
    ],
    ['the key is wrong', { turns: { maker: [failing(401)] } }, 'authentication'],
    [
      'a typed word',
      { turns: { maker: [failing(-32603, { errorKind: 'authentication_failed' })] } },
      'authentication',
    ],
    ['too many requests', { turns: { maker: [failing(429)] } }, 'limit'],
    ['the model is overloaded', { turns: { maker: [failing(529)] } }, 'overload'],
    ['anything else', { turns: { maker: [failing(-32603)] } }, 'error'],
    ['it refuses', { turns: { maker: [{ end: { stopReason: 'refusal' } }] } }, 'refusal'],
    ['its tokens end', { turns: { maker: [{ end: { stopReason: 'max_tokens' } }] } }, 'context'],
    ['its turns end', { turns: { maker: [{ end: { stopReason: 'max_turn_requests' } }] } }, 'max-turns'],
    ['it cancels', { turns: { maker: [{ end: { stopReason: 'cancelled' } }] } }, 'error'],
    ['no reason at all', { turns: { maker: [{ text: 'x' }, { end: {} }] } }, 'error'],
    ['nothing said', { turns: { maker: [{ end: { stopReason: 'end_turn' } }] } }, 'no-result'],
    ['no greeting', { errors: { initialize: { code: -32603, message: 'No' } } }, 'error'],
  ])('%s', async (_name, scenario, cause) => {
    const { failure, result } = await playPeer(stage(), scenario)
    expect(failure).toMatchObject({ cause })
    expect(result).toMatchObject({ ok: false, text: '' })
  })

  test('a login that is wanted comes with the way to log in', async () => {
    const { failure } = await playPeer(stage(), {
      errors: { 'session/new': { code: -32000, message: 'Log in' } },
    })
    expect(failure?.message).toMatch(/Log in; log in with/)
  })

  test('a tool result that speaks of limits changes nothing', async () => {
    const maker = [
      '5-hour limit reached',
      'import { Ratelimit } from "@upstash/ratelimit"',
      '429 Too Many Requests',
    ].map((text, index) => ({
      update: {
        sessionUpdate: 'tool_call_update',
        toolCallId: `t${index}`,
        status: 'completed',
        content: [{ type: 'content', content: { type: 'text', text } }],
      },
    }))
    const { result, events } = await playPeer(stage(), {
      turns: { maker: [...maker, { text: '5-hour limit reached, says the file.' }] },
    })
    expect(result).toMatchObject({ ok: true, failure: null })
    expect(events.filter(({ kind }) => kind === 'tool-result')).toHaveLength(3)
    expect(kindsOf(events)).not.toContain('limit')
  })
})

describe('an earlier conversation', () => {
  const loads = { hello: { agentCapabilities: { loadSession: true } } }
  const replays = [
    { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'Please.' } },
    { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'From before.' } },
  ]

  test.each([
    ['before it is open', false, replays],
    ['after it is open', true, Array.from({ length: 300 }, () => replays).flat()],
  ])('is reopened, and what it replays %s is not said again', async (_when, replaysLate, replays) => {
    const scenario = { ...loads, replays, replaysLate, turns: { maker: [{ text: 'Went on.' }] } }
    const { result, events, heard } = await playPeer(stage(), scenario, { resumeSession: 'earlier' })
    expect(heard[1]).toMatchObject({ method: 'session/load', params: { sessionId: 'earlier' } })
    const prompts = heard.filter(({ method }) => method === 'session/prompt')
    expect(prompts).toMatchObject([{ params: { sessionId: 'earlier' } }])
    expect(events[0]).toMatchObject({ kind: 'session', id: 'earlier' })
    expect(result).toMatchObject({ ok: true, text: 'Went on.' })
    expect(JSON.stringify(events)).not.toContain('From before')
  })

  test.each<[string, PeerScenario]>([
    ['that is unknown', { ...loads, errors: { 'session/load': { code: -32002, message: 'Not found' } } }],
    ['with an agent that reopens none', {}],
  ])('%s never begins: no session is named, and nothing is prompted', async (_name, scenario) => {
    const { failure, events, heard } = await playPeer(stage(), scenario, { resumeSession: 'gone' })
    expect(failure).toMatchObject({ cause: 'error' })
    expect(kindsOf(events)).toEqual(['result'])
    expect(heard.map(({ method }) => method)).not.toContain('session/prompt')
  })
})
