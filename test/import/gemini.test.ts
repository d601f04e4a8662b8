import { expect, test } from 'vitest'
import { lines, shown, take } from './taken.ts'

const at = '2026-01-02T03:04:05.000Z'
const header = { sessionId: 'g-1', projectHash: 'h', startTime: at, lastUpdated: at }
const context = {
  id: '0',
  timestamp: at,
  type: 'user',
  content: [{ text: '<session_context>\n- **Workspace Directories:**\n  - /w\n</session_context>' }],
}
const asked = { id: '1', timestamp: at, type: 'user', content: [{ text: 'Fix the sum' }] }
const answer = (id: string, content: string, toolCalls?: object[]) => ({
  id,
  timestamp: at,
  type: 'gemini',
  content,
  thoughts: [{ subject: 'Plan', description: 'look' }],
  tokens: { input: 100, output: 10, cached: 5, thoughts: 2, tool: 0, total: 112 },
  model: 'm-1',
  ...(toolCalls ? { toolCalls } : {}),
})
const call = (id: string, name: string, args: object, output: string, status = 'success') => ({
  id,
  name,
  args,
  status,
  timestamp: at,
  result: [{ functionResponse: { id, name, response: status === 'error' ? { error: output } : { output } } }],
})
const shell = call(
  's1',
  'run_shell_command',
  { command: 'npx vitest run' },
  '<untrusted_context>\nOutput: Tests  1 failed (1)\nExit Code: 1\nProcess Group PGID: 7\n</untrusted_context>',
)
const edit = call(
  'e1',
  'replace',
  { file_path: '/w/a.js', old_string: 'a', new_string: 'b' },
  'no match',
  'error',
)

test('a message that is told again with its calls counts once', async () => {
  const { runs, file } = await take(
    lines(
      header,
      { $set: { messages: [context], lastUpdated: at } },
      asked,
      answer('2', 'I look.'),
      answer('2', 'I look.', [{ ...shell, status: 'executing', result: [] }]),
      answer('2', 'I look.', [shell, edit]),
      { id: '3', timestamp: at, type: 'user', content: [{ functionResponse: { id: 's1', response: {} } }] },
      answer('4', 'Done.'),
      { $rewindTo: 'x' },
      { id: '5', timestamp: at, type: 'info', content: 'x' },
    ),
    'session-1.jsonl',
  )
  expect(file.importer?.id).toBe('gemini')
  expect(file.problems).toEqual([])
  const [run] = runs
  expect(runs).toHaveLength(1)
  expect(run!.head).toMatchObject({
    id: 'g-1',
    agent: 'gemini',
    model: 'm-1',
    cwd: '/w',
    task: 'Fix the sum',
  })
  expect(run!.all.map(shown)).toEqual(['test failed test false', 'edit failed edit false', 'words'])
  expect(run!.all[0]).toMatchObject({ exit: 1 })
  expect(run!.spent).toEqual({ input: 200, output: 24, usd: null, cached: 10 })
  expect(run!.how).toBe('finished')
})

test('the same as one document', async () => {
  const document = { ...header, messages: [context, asked, answer('2', '', [edit]), answer('3', 'Done.')] }
  const { runs, file } = await take(JSON.stringify(document, null, 2), 'session-2.json')
  expect(file.importer?.id).toBe('gemini-json')
  expect(runs[0]!.head).toMatchObject({ id: 'g-1', task: 'Fix the sum' })
  expect(runs[0]!.all.map(shown)).toEqual(['edit failed edit false', 'words'])
})

test('a saved conversation has calls and answers as parts', async () => {
  const { runs, file } = await take(
    JSON.stringify([
      { role: 'user', parts: [{ text: 'Go' }] },
      {
        role: 'model',
        parts: [{ text: 'I look.' }, { functionCall: { name: 'read_file', args: { path: 'a' } } }],
      },
      { role: 'user', parts: [{ functionResponse: { name: 'read_file', response: { output: 'x' } } }] },
      { role: 'model', parts: [{ text: 'Done.' }] },
    ]),
    'checkpoint-x.json',
  )
  expect(file.importer?.id).toBe('gemini-json')
  expect(runs[0]!.all.map(shown)).toEqual(['read ok', 'words'])
  expect(runs[0]!.how).toBe('finished')
})
