import { expect, test } from 'vitest'
import { shown, take } from './taken.ts'

const step = (action: string, observation: string, more: object = {}) => ({
  action,
  observation,
  thought: `I ${action.split(' ')[0]}.`,
  state: '{"open_file": "/r/a.py", "working_dir": "/r"}',
  ...more,
})
const trajectory = [
  step('open a.py', '[File: /r/a.py]', { query: [{ role: 'user', content: 'Fix the sum' }] }),
  step('edit 1:2\nx = 1\nend_of_edit', 'Your proposed edit has introduced new syntax error(s).'),
  step(
    "str_replace_editor str_replace /r/a.py --old_str 'a b' --new_str 'it'\"'\"'s'",
    'The file has been edited.',
  ),
  step('str_replace_editor view /r/a.py --view_range 1 9', '1 x'),
  step('search_dir "sum" src', 'Found 1'),
  step('python -m pytest', '=== 3 passed in 0.1s ==='),
  step('submit', 'diff'),
]

test('SWE-agent: each action is a step, and its commands are what they do', async () => {
  const document = {
    environment: 'x',
    trajectory,
    history: [{ role: 'system', content: 'x'.repeat(100) }],
    info: {
      exit_status: 'submitted',
      model_stats: { instance_cost: 0.5, tokens_sent: 900, tokens_received: 90 },
    },
    replay_config: JSON.stringify({ agent: { model: { name: 'm-1' } } }),
  }
  const { runs, file } = await take(JSON.stringify(document, null, 2), 'astropy-1.traj')
  expect(file.importer?.id).toBe('swe-agent')
  expect(file.problems).toEqual([])
  const [run] = runs
  expect(run!.head).toMatchObject({ agent: 'swe-agent', model: 'm-1', task: 'Fix the sum' })
  expect(run!.head.id).toMatch(/astropy-1$/)
  expect(run!.all.map(shown)).toEqual([
    'read ok',
    'edit failed edit false',
    'edit ok edit true',
    'read ok',
    'search ok',
    'test ok test true',
    'other ok',
  ])
  expect(run!.all[2]!.files.changed).toEqual(['/r/a.py'])
  expect(run!.spent).toMatchObject({ input: 900, output: 90, usd: 0.5 })
  expect(run!.how).toBe('finished')
})

test('SWE-agent: what was taken when a limit ended it was cut', async () => {
  const document = { trajectory: trajectory.slice(0, 2), info: { exit_status: 'submitted (exit_cost)' } }
  const { runs } = await take(JSON.stringify(document), 'a.traj')
  expect(runs[0]!.how).toBe('cut')
})

test('mini-swe-agent: a command in a fence, and what it returned', async () => {
  const document = {
    info: {
      exit_status: 'Submitted',
      submission: 'diff',
      mini_version: '1.0',
      model_stats: { instance_cost: 0.25, api_calls: 2 },
      config: { agent: { step_limit: 4 }, model: { model_name: 'm-1' } },
    },
    messages: [
      { role: 'system', content: 'x' },
      { role: 'user', content: 'Fix the sum' },
      { role: 'assistant', content: 'I look.\n\n```bash\ncat a.py\n```' },
      { role: 'user', content: '<returncode>0</returncode>\n<output>\nx\n</output>' },
      { role: 'assistant', content: 'THOUGHT: test\n\n```bash\npytest\n```' },
      { role: 'user', content: '<returncode>1</returncode>\n<output>\n=== 1 failed in 0.1s ===\n</output>' },
    ],
    trajectory_format: 'mini-swe-agent-1',
  }
  const { runs, file } = await take(JSON.stringify(document, null, 2), 'a.traj.json')
  expect(file.importer?.id).toBe('mini-swe-agent')
  const [run] = runs
  expect(run!.all.map(shown)).toEqual(['read ok', 'test failed test false'])
  expect(run!.all[0]).toMatchObject({ thought: 'I look.', exit: 0 })
  expect(run!.head).toMatchObject({ model: 'm-1', maxSteps: 4, task: 'Fix the sum' })
  expect(run!.spent.usd).toBe(0.25)
  expect(run!.how).toBe('finished')
})

test('mini-swe-agent: calls of a tool, with the exit code beside', async () => {
  const call = (id: string, command: string) => ({
    id,
    function: { name: 'bash', arguments: JSON.stringify({ command }) },
  })
  const document = {
    info: { exit_status: 'LimitsExceeded' },
    messages: [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: 'a', tool_calls: [call('1', 'ls'), call('2', 'false')] },
      { role: 'tool', tool_call_id: '2', content: 'x', extra: { returncode: 1, raw_output: 'no' } },
      { role: 'tool', tool_call_id: '1', content: 'x', extra: { returncode: 0, raw_output: 'yes' } },
    ],
    trajectory_format: 'mini-swe-agent-1.1',
  }
  const { runs } = await take(JSON.stringify(document), 'b.traj.json')
  expect(runs[0]!.all.map(({ arguments: given, exit }) => [given?.command, exit])).toEqual([
    ['false', 1],
    ['ls', 0],
  ])
  expect(runs[0]!.how).toBe('cut')
})
