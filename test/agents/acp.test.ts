import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { acpReader } from '../../src/agents/acp/client.ts'
import { chooseOption, judgeCall } from '../../src/agents/acp/permission.ts'
import { type AcpRow, acpRows } from '../../src/agents/acp/rows.ts'
import { onlyRuns } from '../../src/agents/acp/shell-command.ts'
import { createToolCalls, type ToolCall } from '../../src/agents/acp/tool-calls.ts'
import { createTurn } from '../../src/agents/acp/turn.ts'
import { acpAgent, acpNames } from '../../src/agents/acp.ts'
import type { AgentEvent, AgentRequest } from '../../src/agents/agent.ts'
import { agentByName, environmentNames } from '../../src/agents/index.ts'
import { cpuMs } from '../support/measure.ts'
import { requestIn } from './acp-peer/play.ts'

const WORKSPACE = '/work/space'

function call(update: Record<string, unknown>): ToolCall {
  return createToolCalls().learn({ toolCallId: 't', ...update })!
}

describe('who may do what', () => {
  const edit = (path: string) => ({ kind: 'edit', locations: [{ path }] })
  const run = (command: unknown) => ({ kind: 'execute', rawInput: { command } })
  test.each<[string, Record<string, unknown>, maker: boolean, reviewer: boolean]>([
    ['a read', { kind: 'read', locations: [{ path: '/etc/hosts' }] }, true, true],
    ['a search', { kind: 'search' }, true, true],
    ['a thought', { kind: 'think' }, true, true],
    ['an edit inside', edit('/work/space/a.ts'), true, false],
    ['an edit inside, by a relative path', edit('src/a.ts'), true, false],
    ['an edit inside, of a name that begins with dots', edit('..a.ts'), true, false],
    ['an edit of the workspace’s neighbour', edit('/work/space-2/a.ts'), false, false],
    ['an edit that climbs out', edit('/work/space/../a.ts'), false, false],
    ['an edit at home', edit('~/.bashrc'), false, false],
    ['an edit by address', edit('file:///etc/passwd'), false, false],
    ['an edit of nobody knows what', { kind: 'edit' }, false, false],
    [
      'an edit inside and one outside',
      { kind: 'edit', locations: [{ path: 'a' }, { path: '/b' }] },
      false,
      false,
    ],
    [
      'an edit told by its difference',
      { kind: 'edit', content: [{ type: 'diff', path: '/b' }] },
      false,
      false,
    ],
    ['an edit told by its input', { kind: 'edit', rawInput: { file_path: '/work/space/b' } }, true, false],
    ['a patch told by its changes', { kind: 'edit', rawInput: { changes: { '/etc/x': {} } } }, false, false],
    ['a deletion inside', { kind: 'delete', locations: [{ path: 'a' }] }, true, false],
    [
      'a move out',
      { kind: 'move', locations: [{ path: 'a' }], rawInput: { destination: '/b' } },
      false,
      false,
    ],
    ['a command', run('rm -rf build'), true, false],
    ['a test', run('npm test'), true, true],
    ['a test in a list of words', run(['bash', '-lc', 'npm test']), true, true],
    ['a test as a title', { kind: 'execute', title: 'npm test' }, true, true],
    ['a command as a title', { kind: 'execute', title: 'make install' }, true, false],
    ['a command of no kind', { rawInput: { command: 'npm test' } }, true, true],
    ['a fetch', { kind: 'fetch' }, true, false],
    ['anything else', { kind: 'other', title: 'remember' }, true, false],
    ['anything else, outside', { kind: 'other', rawInput: { filepath: '/etc/x' } }, false, false],
  ])('%s', (_name, update, maker, reviewer) => {
    expect(judgeCall(call(update), { writes: true, workspace: WORKSPACE }).allowed).toBe(maker)
    expect(judgeCall(call(update), { writes: false, workspace: WORKSPACE }).allowed).toBe(reviewer)
  })

  test('an answer is for once, for good only where there is no other, and none where none fits', () => {
    const once = { optionId: 'a', kind: 'allow_once' }
    const always = { optionId: 'b', kind: 'allow_always' }
    const never = { optionId: 'c', kind: 'reject_always' }
    expect(chooseOption([always, once], true)).toEqual({ optionId: 'a', allowed: true })
    expect(chooseOption([always], true)).toEqual({ optionId: 'b', allowed: true })
    expect(chooseOption([never], true)).toEqual({ optionId: null, allowed: false })
    expect(chooseOption([once, never], false)).toEqual({ optionId: 'c', allowed: false })
    expect(chooseOption([once], false)).toEqual({ optionId: null, allowed: false })
    expect(chooseOption('once', true)).toEqual({ optionId: null, allowed: false })
  })
})

describe('a command that only looks or tests', () => {
  test.each([
    'npm test',
    'npm test -- --grep "a b" 2>&1 | tail -20',
    'cd /work/space && git diff HEAD~1',
    "git log --oneline | grep -E 'fix|feat' | head -5",
    'grep -rn "a\\|b" src',
    'ls; cat a.txt',
    "sed -n '1,20p' src/a.ts",
    'node --test test/ > /dev/null',
  ])('is %s', (command) => expect(onlyRuns(command)).toBe(true))

  test.each([
    '',
    '   ',
    'rm -rf .',
    'npm install',
    'npm testing',
    'git push',
    'cat a > b',
    'cat a >> b',
    'ls & rm x',
    'ls && rm x',
    'ls\nrm x',
    'echo $(rm x)',
    'cat `rm x`',
    'cat "$(rm x)"',
    'cat <(rm x)',
    '(rm x)',
    'git diff --output=/tmp/x',
    'rg --pre ./x a',
    'git grep -O./x a',
    "sed -n 'w /tmp/x' a",
    "sed -n -i '1p' a",
    "sed -n '1p' a -i",
    'cat "unclosed',
    "cat 'unclosed",
    '"rm" x',
    'PATH=. ls',
    'ls \\; rm x',
  ])('is not %j', (command) => expect(onlyRuns(command)).toBe(false))

  test('is told in time, however long it is', () => {
    const started = cpuMs()
    for (const part of ['npm test ', "'", '"', '&& ', ' 2>', '\\']) onlyRuns(part.repeat(100_000))
    expect(cpuMs() - started).toBeLessThan(5_000)
  })
})

/** What the reader says and tells, fed with the agent's side of a conversation. */
function converse(
  row: AcpRow,
  updates: unknown[],
  over: { answer?: unknown; session?: unknown; request?: Partial<AgentRequest> },
) {
  const reader = acpReader(requestIn(WORKSPACE, over.request), row)
  const events: AgentEvent[] = []
  const said: { id: number; method: string; params: Record<string, unknown> }[] = []
  const hear = (message: object) => {
    for (const event of reader.line(JSON.stringify({ jsonrpc: '2.0', ...message }))) {
      if (event.kind === 'say') said.push(JSON.parse(event.line))
      else events.push(event)
    }
  }
  hear({ id: 0, result: { protocolVersion: 1 } })
  hear({ id: 1, result: { sessionId: 's', ...(over.session as object) } })
  for (let at = 1; said[at]?.method.startsWith('session/set_'); at++) hear({ id: said[at]!.id, result: {} })
  for (const update of updates) hear({ method: 'session/update', params: { sessionId: 's', update } })
  const prompt = said.findLast(({ method }) => method === 'session/prompt')
  if (prompt) hear({ id: prompt.id, result: over.answer ?? { stopReason: 'end_turn' } })
  return { events, said, result: events.find((event) => event.kind === 'result') ?? null }
}

const text = (words: string, meta: object = {}) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text: words },
  ...meta,
})

describe('what an agent offers is set before the prompt', () => {
  const option = (id: string, category: string, values: string[]) => ({
    id,
    category,
    type: 'select',
    currentValue: values[0],
    options: values.map((value) => ({ value, name: value })),
  })
  const session = {
    configOptions: [
      option('mode', 'mode', ['build', 'plan']),
      option('model', 'model', ['x/small', 'x/large']),
    ],
  }
  const set = ({ said }: ReturnType<typeof converse>) =>
    said
      .filter(({ method }) => method.startsWith('session/set'))
      .map(({ params }) => [params.configId ?? 'mode', params.value ?? params.modeId ?? params.modelId])

  test('the mode of the role, and the model', () => {
    const row = acpRows.opencode!
    const maker = converse(row, [text('Done.')], { session, request: { model: 'x/large' } })
    expect(set(maker)).toEqual([
      ['mode', 'build'],
      ['model', 'x/large'],
    ])
    expect(maker.result?.ok).toBe(true)
    expect(set(converse(row, [], { session, request: { writes: false } }))).toEqual([['mode', 'plan']])
  })

  test('by the older ways too', () => {
    const older = {
      modes: { availableModes: [{ id: 'default' }, { id: 'yolo' }], currentModeId: 'auto' },
      models: { availableModels: [{ modelId: '$odd|m', name: 'm' }], currentModelId: '$odd|m' },
    }
    const { said } = converse(acpRows.qwen!, [], { session: older, request: { model: 'm' } })
    expect(said.map(({ method }) => method)).toEqual([
      'session/new',
      'session/set_mode',
      'session/set_model',
      'session/prompt',
    ])
    expect(said[2]?.params).toMatchObject({ modelId: '$odd|m' })
  })

  test('the effort, where there is such an option', () => {
    const row = acpRows['claude-agent-acp']!
    const thinking = { configOptions: [option('effort', 'thought_level', ['default', 'high'])] }
    expect(set(converse(row, [], { session: thinking, request: { effort: 'high' } }))).toEqual([
      ['effort', 'high'],
    ])
    expect(set(converse(row, [], { request: { effort: 'high' } }))).toEqual([])
  })

  test('a model it does not have is a failure that names those it has, and nothing is prompted', () => {
    const { result, said } = converse(acpRows.opencode!, [], { session, request: { model: 'opus' } })
    expect(result?.failure).toMatchObject({ cause: 'model' })
    expect(result?.failure?.message).toBe('opencode has no model "opus"; choose one of x/small, x/large')
    expect(said.map(({ method }) => method)).not.toContain('session/prompt')
  })

  test('a model for an agent that lets nobody choose is a failure that says so', () => {
    const { result } = converse(acpRows.copilot!, [], { request: { model: 'opus' } })
    expect(result?.failure).toMatchObject({ cause: 'model' })
    expect(result?.failure?.message).toContain('offers no way to choose a model')
  })
})

describe('usage', () => {
  const answer = (usage: object) => ({ answer: { stopReason: 'end_turn', usage } })
  test.each<[string, object, number | null, number | null]>([
    ['plain', { inputTokens: 200, outputTokens: 40, totalTokens: 240 }, 200, 40],
    [
      'cached beside',
      { inputTokens: 20, outputTokens: 40, cachedReadTokens: 150, cachedWriteTokens: 30, totalTokens: 240 },
      200,
      40,
    ],
    [
      'cached within',
      { inputTokens: 200, outputTokens: 40, cachedReadTokens: 150, totalTokens: 240 },
      200,
      40,
    ],
    ['thoughts beside', { inputTokens: 200, outputTokens: 30, thoughtTokens: 10, totalTokens: 240 }, 200, 40],
    ['thoughts within', { inputTokens: 200, outputTokens: 40, thoughtTokens: 10, totalTokens: 240 }, 200, 40],
    ['no total', { inputTokens: 200, outputTokens: 40 }, 200, 40],
    ['nonsense', { inputTokens: -1, outputTokens: 'many', totalTokens: 3 }, null, null],
    ['nothing', {}, null, null],
  ])('%s', (_name, usage, input, output) => {
    const { result } = converse(acpRows.copilot!, [text('x')], answer({ outputTokens: 1, ...usage }))
    if (input !== null) expect(result?.usage).toMatchObject({ input_tokens: input, output_tokens: output })
    else expect(result?.usage.input_tokens).toBeNull()
  })

  test.each([
    ['gemini', 30],
    ['copilot', 20],
    ['codex-acp', 20],
  ])('of %s over two prompts is added up only where each answer counts for itself', (name, sum) => {
    const row = acpRows[name]!
    const turn = createTurn(requestIn(WORKSPACE))
    for (const input of [10, 20])
      turn.answered({ usage: { inputTokens: input, outputTokens: 1, totalTokens: input + 1 } })
    expect(turn.usage(row, false).input_tokens).toBe(sum)
    expect(turn.usage(row, true).input_tokens).toBe(name === 'codex-acp' ? null : sum)
  })

  test('Gemini’s is beside the answer', () => {
    const quota = { token_count: { input_tokens: 7, output_tokens: 3 } }
    const { result } = converse(acpRows.gemini!, [text('x')], {
      answer: { stopReason: 'end_turn', _meta: { quota } },
    })
    expect(result?.usage).toMatchObject({ input_tokens: 7, output_tokens: 3, cost_usd: null })
  })

  test('Qwen’s leaves out what it asks besides the work, so it is not known', () => {
    const part = { _meta: { usage: { inputTokens: 10, outputTokens: 1, totalTokens: 11 } } }
    const { result } = converse(acpRows.qwen!, [text('x', part)], {})
    expect(result?.usage).toMatchObject({ input_tokens: null, output_tokens: null })
  })

  test('opencode’s is only the last step’s, so it is not known', () => {
    const { result } = converse(
      acpRows.opencode!,
      [text('x')],
      answer({ inputTokens: 7, outputTokens: 3, totalTokens: 10 }),
    )
    expect(result?.usage).toEqual({ input_tokens: null, output_tokens: null, cost_usd: null, turns: null })
  })

  test.each([
    [{ amount: 0.25, currency: 'USD' }, 0.25],
    [{ amount: 0, currency: 'USD' }, null],
    [{ amount: 3, currency: 'credits' }, null],
    [{ amount: -1, currency: 'USD' }, null],
  ])('a cost of %j is %s', (cost, known) => {
    const update = { sessionUpdate: 'usage_update', used: 5, size: 10, cost }
    const { result, events } = converse(acpRows.opencode!, [update, text('x')], {})
    expect(result?.usage.cost_usd).toBe(known)
    expect(events).toContainEqual({ kind: 'context', used: 5, size: 10 })
  })

  test('Copilot’s words without any tokens are its own, not the model’s', () => {
    const { result } = converse(acpRows.copilot!, [text('Error: Authentication failed.')], {})
    expect(result).toMatchObject({ ok: false, text: '', failure: { cause: 'error' } })
    expect(result?.failure?.message).toContain('Authentication failed')
  })
})

test('what a terminal prints in pieces is the result of its tool', () => {
  const piece = (update: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...update })
  const printed = ['one\n', 'two\n'].map((data) => piece({ _meta: { terminal_output_delta: { data } } }))
  const end = piece({ status: 'failed', _meta: { terminal_exit: { exit_code: 3 } } })
  const { events } = converse(acpRows['codex-acp']!, [...printed, end, text('Hm.')], {})
  expect(events).toContainEqual({
    kind: 'tool-result',
    id: 't',
    isError: true,
    text: 'one\ntwo\n',
    exitCode: 3,
  })
})

test.each([
  [{ exitCode: 0, signal: 1 }, null],
  [{ exitCode: 0, signal: 'SIGHUP' }, null],
  [{ exitCode: 143, signal: 15 }, 143],
  [{ exitCode: 0, signal: 0 }, 0],
  [{ exitCode: 0, signal: null }, 0],
])('a signal is no exit code: %j', (rawOutput, exitCode) => {
  const end = { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'failed', rawOutput }
  const { events } = converse(acpRows.qwen!, [end, text('Hm.')], {})
  expect(events).toContainEqual(expect.objectContaining({ kind: 'tool-result', isError: true, exitCode }))
})

describe('the last message', () => {
  const tool = (status: string) => ({
    sessionUpdate: status === 'pending' ? 'tool_call' : 'tool_call_update',
    toolCallId: 't',
    status,
    kind: 'read',
  })

  test('is what was said after the last tool call', () => {
    const updates = [
      text('First '),
      text('this.'),
      tool('pending'),
      text('Info'),
      tool('completed'),
      text('Then '),
      text('that.'),
    ]
    const { result, events } = converse(acpRows.gemini!, updates, {})
    expect(result?.text).toBe('Then that.')
    expect(events.map(({ kind }) => kind)).toEqual([
      'session',
      'text',
      'text',
      'tool-call',
      'tool-result',
      'text',
      'result',
      'hang-up',
    ])
  })

  test('is all that was said where nothing came after', () => {
    const { result } = converse(
      acpRows.gemini!,
      [text('One.'), tool('completed'), text('Two.'), tool('completed')],
      {},
    )
    expect(result?.text).toBe('One.\n\nTwo.')
  })

  test('holds no thoughts, and a plan is told as a step of its own', () => {
    const thought = { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Hm.' } }
    const plan = { sessionUpdate: 'plan', entries: [{ content: 'a', status: 'pending' }] }
    const { result, events } = converse(acpRows.gemini!, [thought, plan, text('Done.')], {})
    expect(result?.text).toBe('Done.')
    expect(events).toContainEqual({ kind: 'thought', text: 'Hm.' })
    expect(events).toContainEqual({
      kind: 'tool-call',
      id: 'plan-1',
      name: 'plan',
      input: { entries: [{ content: 'a', status: 'pending' }] },
    })
  })
})

describe('recorded conversations', () => {
  const folder = '/work/shared/samples'
  const records = (name: string) =>
    readFileSync(`${folder}/acp-${name}.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const replay = (name: string, row: AcpRow) => {
    const all = records(name)
    const first = (kind: string) => all.find((record) => record.k === kind)?.v
    const updates = all.filter((record) => record.k === 'update').map((record) => record.v)
    return converse(row, updates, { session: first('session'), answer: first('prompt') })
  }

  test.skipIf(!existsSync(folder))(
    'of Copilot and Codex end with their last message and their tokens',
    () => {
      for (const [name, row] of [
        ['cp', acpRows.copilot!],
        ['cxn', acpRows['codex-acp']!],
      ] as const) {
        const { result, events } = replay(name, row)
        expect(result).toMatchObject({ ok: true, text: 'done via acp.' })
        expect(result?.usage).toMatchObject({ input_tokens: 200, output_tokens: 40 })
        expect(events.filter(({ kind }) => kind === 'tool-result')).toHaveLength(1)
        expect(events.filter(({ kind }) => kind === 'context').length).toBeGreaterThan(1)
      }
    },
  )

  test.skipIf(!existsSync(folder))('of opencode, cancelled, is a failure', () => {
    expect(replay('oc', acpRows.opencode!).result).toMatchObject({ ok: false, failure: { cause: 'error' } })
  })
})

describe('agents are data', () => {
  test.each(Object.keys(acpRows))(
    '%s has a command, a way to install it and a way to log in',
    async (name) => {
      const row = acpRows[name]!
      expect(row.command.length).toBeGreaterThan(0)
      expect(row.install).toMatch(/^install it with `npm install -g \S+` and log in/)
      expect(row.logIn).not.toBe('')
      const known = await agentByName(`acp:${name}`)
      expect(known.ok && environmentNames(known.agent, {})).toEqual(row.env)
    },
  )

  const own = {
    command: ['/opt/mine', '--acp'],
    env: ['MINE_*'],
    model_option: 'llm',
    modes: { maker: 'go', reviewer: null },
  }

  test('one of the user’s own is there by its name, with what it says', () => {
    const agent = acpAgent('mine', { mine: own })!
    const launch = agent.launch(requestIn(WORKSPACE), { ok: true, file: '/opt/mine', version: null })
    expect(launch).toMatchObject({ file: '/opt/mine', args: ['--acp'], dialogue: true })
    expect(agent.envNames).toEqual(['MINE_*'])
    expect(acpNames({ mine: own })).toContain('acp:mine')
    expect(acpAgent('other', { mine: own })).toBeNull()
    expect(acpAgent('toString', {})).toBeNull()
  })

  test('one of the user’s own with a known name keeps what it does not change', () => {
    const agent = acpAgent('gemini', { gemini: own })!
    expect(agent.launch(requestIn(WORKSPACE), { ok: true, file: '/opt/mine', version: null }).args).toEqual([
      '--acp',
    ])
    expect(agent.envNames).toEqual([...acpRows.gemini!.env, 'MINE_*'])
    expect(agent.stateDirs).toEqual(acpRows.gemini!.stateDirs)
  })

  test('a reviewer does not obey what a Maker left in the tree', () => {
    const agent = acpAgent('gemini', {})!
    const env = { GEMINI_CLI_TRUST_WORKSPACE: 'true' }
    const found = { ok: true as const, file: 'gemini', version: null }
    const trusts = (writes: boolean) =>
      agent.launch(requestIn(WORKSPACE, { writes, env }), found).env.GEMINI_CLI_TRUST_WORKSPACE
    expect(trusts(true)).toBe('true')
    expect(trusts(false)).toBe('false')
  })

  test('a login is seen by its key or its file, and is otherwise not known', () => {
    const account = acpAgent('gemini', {})!.account!
    const nothing = () => false
    expect(account({ env: { GEMINI_API_KEY: 'k' }, exists: nothing })).toEqual({
      state: 'yes',
      how: 'GEMINI_API_KEY is set',
    })
    const there = (path: string) => path === '/home/me/.gemini/oauth_creds.json'
    expect(account({ env: { HOME: '/home/me' }, exists: there }).state).toBe('yes')
    expect(account({ env: { HOME: '/home/me' }, exists: nothing })).toMatchObject({ state: 'unknown' })
  })
})
