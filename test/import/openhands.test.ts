import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lines, shown, take, takeFile } from './taken.ts'

const response = (id: string, name: string, args: object) => ({
  function_name: name,
  tool_call_id: `call-${id}`,
  model_response: {
    id: `r-${id}`,
    model: 'm-1',
    usage: { prompt_tokens: 100, completion_tokens: 10 },
    choices: [
      {
        message: { tool_calls: [{ id: `call-${id}`, function: { name, arguments: JSON.stringify(args) } }] },
      },
    ],
  },
})
const command = response('1', 'execute_bash', { command: 'pytest' })
const edit = { command: 'str_replace', path: '/w/a.py', old_str: 'a', new_str: 'b' }
const history = [
  { id: 0, source: 'agent', action: 'system', args: { content: 'x' } },
  { id: 1, source: 'user', action: 'message', args: { content: 'Fix the sum' } },
  {
    id: 2,
    source: 'agent',
    action: 'run',
    args: { command: 'pytest', thought: 'I test.' },
    tool_call_metadata: command,
  },
  {
    id: 3,
    source: 'agent',
    observation: 'run',
    content: '=== 1 failed, 2 passed in 0.1s ===',
    cause: 2,
    extras: { metadata: { exit_code: 1 } },
    tool_call_metadata: command,
  },
  { id: 4, source: 'agent', action: 'edit', args: edit },
  {
    id: 5,
    source: 'agent',
    observation: 'edit',
    content: 'ERROR:\nNo replacement was performed',
    cause: 4,
    extras: {},
  },
  { id: 6, source: 'agent', action: 'read', args: { path: '/w/a.py' } },
  { id: 7, source: 'agent', observation: 'read', content: 'b', cause: 6, extras: {} },
  {
    id: 8,
    source: 'environment',
    observation: 'agent_state_changed',
    content: '',
    extras: { agent_state: 'running' },
  },
  { id: 9, source: 'agent', action: 'finish', args: { thought: 'Done.' } },
]
const KINDS = ['test failed test false', 'edit failed edit false', 'read ok', 'other ok']

test('a list of events is one run', async () => {
  const { runs, file } = await take(JSON.stringify(history), 'astropy-1.json')
  expect(file.importer?.id).toBe('openhands')
  expect(file.problems).toEqual([])
  expect(runs).toHaveLength(1)
  expect(runs[0]!.all.map(shown)).toEqual(KINDS)
  expect(runs[0]!.all[0]).toMatchObject({ thought: 'I test.', exit: 1, test: { passed: 2, failed: 1 } })
  expect(runs[0]!.spent).toMatchObject({ input: 100, output: 10 })
  expect(runs[0]!.head).toMatchObject({ task: 'Fix the sum', model: 'm-1' })
  expect(runs[0]!.how).toBe('finished')
})

test('an evaluation has one conversation a line, with its limit, its outcome and its cost', async () => {
  const line = (id: string, more: object) => ({
    instance_id: id,
    instruction: 'Fix it',
    metadata: { max_iterations: 8, llm_config: { model: 'm-2' } },
    history,
    metrics: { accumulated_cost: 0.5 },
    ...more,
  })
  const { runs, file } = await take(
    lines(
      line('a', { report: { resolved: true } }),
      line('b', { history: history.slice(0, 4), error: 'RuntimeError: Agent reached maximum iteration' }),
    ),
  )
  expect(file.importer?.id).toBe('openhands-output')
  expect(runs.map(({ head, how }) => [head.id, head.resolved, head.maxSteps, how])).toEqual([
    ['a', true, 8, 'finished'],
    ['b', null, 8, 'cut'],
  ])
  expect(runs[0]!.shares).toEqual([0.125, 0.25, 0.375, 0.5])
  expect(runs[0]!.spent).toMatchObject({ input: 100, usd: 0.5 })
})

test('the oldest histories are pairs', async () => {
  const pairs = [
    [history[2], history[3]],
    [history[4], history[5]],
  ]
  const { runs } = await take(JSON.stringify({ history: pairs }), 'old.json')
  expect(runs[0]!.all.map(shown)).toEqual(KINDS.slice(0, 2))
})

const sdk = [
  { kind: 'SystemPromptEvent', source: 'agent' },
  {
    kind: 'MessageEvent',
    source: 'user',
    llm_message: { role: 'user', content: [{ type: 'text', text: 'Fix' }] },
  },
  {
    kind: 'ActionEvent',
    source: 'agent',
    thought: [{ type: 'text', text: 'I look.' }],
    tool_name: 'file_editor',
    tool_call_id: 't1',
    action: { kind: 'FileEditorAction', command: 'view', path: '/w/a.py' },
  },
  { kind: 'ObservationEvent', tool_call_id: 't1', observation: { content: [{ type: 'text', text: 'a' }] } },
  {
    kind: 'ActionEvent',
    tool_name: 'terminal',
    tool_call_id: 't2',
    action: { kind: 'TerminalAction', command: 'ls x' },
  },
  {
    kind: 'ObservationEvent',
    tool_call_id: 't2',
    observation: { content: [{ text: 'no' }], is_error: true, exit_code: 2 },
  },
  { kind: 'ActionEvent', tool_name: 'finish', tool_call_id: 't3', action: { message: 'Done' } },
  { kind: 'Hologram' },
]

test('events of the newer kit', async () => {
  const { runs, file } = await take(JSON.stringify(sdk), 'sdk.json')
  expect(file.importer?.id).toBe('openhands')
  expect(runs[0]!.all.map(shown)).toEqual(['read ok', 'read failed', 'other ok'])
  expect(runs[0]!.all[0]!.edit).toBeNull()
  expect(runs[0]!.how).toBe('finished')
  expect(file.problems).toEqual([{ kind: 'unknown', what: 'an event of kind "Hologram"', count: 1 }])
})

test('a conversation folder is read by its base state', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wiggum-openhands-'))
  mkdirSync(join(folder, 'events'))
  const state = {
    id: 'conv',
    agent: { llm: { model: 'm-3' } },
    workspace: { working_dir: '/w' },
    max_iterations: 6,
  }
  writeFileSync(join(folder, 'base_state.json'), JSON.stringify(state))
  sdk.slice(0, 7).forEach((event, index) => {
    writeFileSync(join(folder, 'events', `event-0000${index}-x.json`), JSON.stringify(event))
  })
  const { runs } = await takeFile(join(folder, 'base_state.json'))
  expect(runs[0]!.head).toMatchObject({ id: 'conv', model: 'm-3', cwd: '/w', maxSteps: 6 })
  expect(runs[0]!.all).toHaveLength(3)
  rmSync(folder, { recursive: true })
})
