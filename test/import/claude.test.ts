import { expect, test } from 'vitest'
import { lines, shown, take } from './taken.ts'

const base = { sessionId: 's-1', cwd: '/w', version: '2.1.0', isSidechain: false }
let clock = 0
const line = (type: string, message: object | null, more: object = {}) => ({
  ...base,
  type,
  uuid: `u${++clock}`,
  timestamp: new Date(1_700_000_000_000 + clock * 1000).toISOString(),
  ...(message ? { message } : {}),
  ...more,
})
const says = (id: string, block: object, output = 10, more: object = {}) =>
  line(
    'assistant',
    {
      id,
      role: 'assistant',
      model: 'm-1',
      content: [block],
      usage: { input_tokens: 100, cache_read_input_tokens: 50, output_tokens: output },
    },
    more,
  )
const calls = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input })
const answers = (id: string, content: unknown, isError = false, more: object = {}) =>
  line(
    'user',
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
    more,
  )
const asks = (content: unknown, more: object = {}) => line('user', { role: 'user', content }, more)
const words = (text: string) => ({ type: 'text', text })

test('a session is one run with the prompts of a person as its turns', async () => {
  const { runs, file } = await take(
    lines(
      { type: 'summary', summary: 'An older one', leafUuid: 'x' },
      asks('Fix the sum'),
      says('m1', words('I look.'), 1),
      says('m1', calls('c1', 'Read', { file_path: '/w/sum.js' }), 20),
      answers('c1', 'export const sum'),
      says('m2', calls('c2', 'Edit', { file_path: '/w/sum.js', old_string: 'a', new_string: 'b' })),
      answers('c2', 'The file was changed.', false, { toolUseResult: { filePath: '/w/sum.js' } }),
      says('m3', calls('c3', 'Bash', { command: 'npx vitest run' })),
      answers('c3', [{ type: 'text', text: 'Exit code 1\n Tests  1 failed | 2 passed (3)' }], true),
      says('m4', words('One is red.')),
      asks([{ type: 'text', text: 'Then mend it' }]),
      says('m5', words('Done.')),
    ),
  )
  expect(file.importer?.id).toBe('claude')
  expect(file.problems).toEqual([])
  expect(runs).toHaveLength(1)
  const [run] = runs
  expect(run!.head).toMatchObject({
    id: 's-1',
    agent: 'claude',
    model: 'm-1',
    cwd: '/w',
    task: 'Fix the sum',
  })
  expect(run!.all.map(shown)).toEqual([
    'read ok',
    'edit ok edit true',
    'test failed test false',
    'words',
    'words',
  ])
  expect(run!.all[0]).toMatchObject({ thought: 'I look.', files: { read: ['sum.js'] } })
  expect(run!.all[2]).toMatchObject({ exit: 1, test: { runner: 'vitest', passed: 2, failed: 1 } })
  expect(run!.said.map(({ text, after }) => [text, after])).toEqual([
    ['Fix the sum', 0],
    ['Then mend it', 4],
  ])
  expect(run!.how).toBe('finished')
})

test('the figures of a message count once, with its last output', async () => {
  const { runs } = await take(
    lines(
      asks('Go'),
      says('m1', words('a'), 1),
      says('m1', calls('c1', 'Bash', { command: 'ls' }), 30),
      answers('c1', 'x'),
      says('m2', words('b'), 5),
      says('m1', words('told again'), 30),
    ),
  )
  expect(runs[0]!.spent).toEqual({ input: 300, output: 35, usd: null, cached: 100 })
})

test('what the host says in the name of the user or of the model is neither', async () => {
  const { runs, file } = await take(
    lines(
      asks('Caveat: …', { isMeta: true }),
      asks('<command-name>/model</command-name><command-args></command-args>'),
      asks('<local-command-stdout>Set model</local-command-stdout>'),
      asks('<command-name>/mend</command-name>\n<command-args>the sum</command-args>'),
      says('m1', words('Working.')),
      line('system', null, { subtype: 'compact_boundary' }),
      asks('This session is being continued …', { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
      says('m2', words('Still working.')),
      line(
        'assistant',
        { id: 'e', model: '<synthetic>', role: 'assistant', content: [words('Limit reached')] },
        {
          isApiErrorMessage: true,
          error: 'rate_limit',
        },
      ),
    ),
  )
  expect(runs[0]!.said.map(({ text }) => text)).toEqual(['/mend the sum'])
  expect(runs[0]!.head).toMatchObject({ task: '/mend the sum', model: 'm-1' })
  expect(runs[0]!.how).toBe('cut')
  expect(file.problems).toEqual([])
})

test('a helper in the same file adds its steps, but no turns and no end', async () => {
  const helper = { isSidechain: true, agentId: 'a1' }
  const { runs } = await take(
    lines(
      asks('Go'),
      says('m1', calls('c1', 'Task', { prompt: 'Look' })),
      asks('Look', helper),
      says('h1', calls('h-1', 'TodoWrite', { todos: [{ content: 'x', status: 'pending' }] }), 7, helper),
      answers('h-1', 'ok', false, helper),
      says('h2', words('Seen.'), 7, helper),
      answers('c1', 'Seen.'),
    ),
  )
  expect(runs).toHaveLength(1)
  expect(runs[0]!.said).toHaveLength(1)
  expect(runs[0]!.how).toBeNull()
  expect(runs[0]!.all.map(({ tool, todo }) => [tool?.name, todo])).toEqual([
    ['TodoWrite', null],
    ['Task', null],
  ])
})

test('a helper with a file of its own is a run of its own', async () => {
  const helper = { isSidechain: true, agentId: 'a1' }
  const { runs } = await take(lines(asks('Look', helper), says('h1', words('Seen.'), 7, helper)))
  expect(runs[0]!.head).toMatchObject({ id: 's-1/a1', task: 'Look', model: 'm-1' })
  expect(runs[0]!.how).toBe('finished')
})

test('the sum of money comes from the host, unless it does not know all prices', async () => {
  const cost = (totalCostUSD: number, hasUnknownModelCost = false) => ({
    type: 'cost-state',
    sessionId: 's-1',
    totalCostUSD,
    hasUnknownModelCost,
  })
  const known = await take(lines(asks('Go'), says('m1', words('a')), cost(0.5), cost(0.7)))
  expect(known.runs[0]!.spent.usd).toBe(0.7)
  const unknown = await take(lines(asks('Go'), says('m1', words('a')), cost(0.5, true)))
  expect(unknown.runs[0]!.spent.usd).toBeNull()
})

test('lines of another session begin another run, and those of an unknown type are named', async () => {
  const { runs, file } = await take(
    lines(asks('One'), asks('Two', { sessionId: 's-2' }), { type: 'new-thing', sessionId: 's-2' }, [1]),
  )
  expect(runs.map(({ head }) => head.id)).toEqual(['s-1', 's-2'])
  expect(file.problems).toEqual([
    { kind: 'unknown', what: 'a line of type "new-thing"', count: 1 },
    { kind: 'unknown', what: 'a line that is no object', count: 1 },
  ])
})
