import { expect, test } from 'vitest'
import { lines, shown, take } from './taken.ts'

const at = '2026-01-02T03:04:05.000Z'
const line = (type: string, payload: object) => ({ timestamp: at, type, payload })
const item = (payload: object) => line('response_item', payload)
const event = (payload: object) => line('event_msg', payload)
const meta = line('session_meta', { id: 'c-1', cwd: '/w', cli_version: '0.1' })
const said = (role: string, text: string) =>
  item({
    type: 'message',
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  })
const call = (id: string, name: string, args: object) =>
  item({ type: 'function_call', name, arguments: JSON.stringify(args), call_id: id })
const output = (id: string, text: unknown) =>
  item({ type: 'function_call_output', call_id: id, output: text })
const tokens = (input: number, out: number) =>
  event({
    type: 'token_count',
    info: { total_token_usage: { input_tokens: input, cached_input_tokens: 10, output_tokens: out } },
  })

test('a rollout is one run, with the difference of its totals as what was spent', async () => {
  const { runs, file } = await take(
    lines(
      meta,
      said('developer', 'Rules'),
      said('user', '<environment_context>\n</environment_context>'),
      line('turn_context', { model: 'm-1', cwd: '/w' }),
      said('user', 'Fix the sum'),
      event({ type: 'user_message', message: 'Fix the sum' }),
      item({
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'I look.' }],
        encrypted_content: 'x',
      }),
      call('1', 'exec_command', { cmd: 'cat sum.js' }),
      output('1', 'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nsum'),
      tokens(100, 10),
      tokens(100, 10),
      item({
        type: 'custom_tool_call',
        name: 'apply_patch',
        input: '*** Begin Patch\n*** Update File: sum.js\n@@\n-a\n+b\n*** End Patch',
        call_id: '2',
      }),
      item({
        type: 'custom_tool_call_output',
        call_id: '2',
        output: 'apply_patch verification failed: no such line',
      }),
      item({
        type: 'local_shell_call',
        call_id: '3',
        action: { type: 'exec', command: ['npx', 'vitest', 'run'] },
      }),
      output('3', JSON.stringify({ output: ' Tests  3 passed (3)', metadata: { exit_code: 0 } })),
      tokens(250, 30),
      said('assistant', 'Done.'),
      event({ type: 'task_complete', last_agent_message: 'Done.' }),
    ),
  )
  expect(file.importer?.id).toBe('codex')
  expect(file.problems).toEqual([])
  const [run] = runs
  expect(runs).toHaveLength(1)
  expect(run!.head).toMatchObject({ id: 'c-1', agent: 'codex', model: 'm-1', cwd: '/w', task: 'Fix the sum' })
  expect(run!.all.map(shown)).toEqual(['read ok', 'edit failed edit false', 'test ok test true', 'words'])
  expect(run!.all[0]!.thought).toBe('I look.')
  expect(run!.said).toHaveLength(1)
  expect(run!.spent).toEqual({ input: 250, output: 30, usd: null, cached: 10 })
  expect(run!.how).toBe('finished')
})

test('an ended limit is told as cut, an interruption is not an end', async () => {
  const error = { codex_error_info: 'usage_limit_exceeded', message: 'x' }
  const cut = await take(lines(meta, said('user', 'Go'), event({ type: 'task_complete', error })))
  expect(cut.runs[0]!.how).toBe('cut')
  const aborted = await take(lines(meta, said('assistant', 'I will'), event({ type: 'turn_aborted' })))
  expect(aborted.runs[0]!.how).toBeNull()
})

test('the first versions wrote items without a frame', async () => {
  const { runs, file } = await take(
    lines(
      { id: '0198c4f5-0000-7000-8000-000000000001', timestamp: at, instructions: null },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
      { type: 'function_call', name: 'shell', arguments: '{"command":["bash","-lc","ls"]}', call_id: '1' },
      {
        type: 'function_call_output',
        call_id: '1',
        output: '{"output":"nothing","metadata":{"exit_code":2,"duration_seconds":0}}',
      },
    ),
  )
  expect(file.importer?.id).toBe('codex')
  expect(runs[0]!.all.map(shown)).toEqual(['read failed'])
  expect(runs[0]!.all[0]).toMatchObject({ exit: 2, arguments: { command: 'ls' } })
})

test('a new session in the same totals counts anew, and unknown items are named', async () => {
  const { runs, file } = await take(
    lines(meta, tokens(100, 10), tokens(30, 3), item({ type: 'hologram' }), event({ type: 'x' })),
  )
  expect(runs[0]!.spent).toMatchObject({ input: 130, output: 13 })
  expect(file.problems.map(({ what }) => what)).toEqual([
    'an item of type "hologram"',
    'an event of type "x"',
  ])
})
