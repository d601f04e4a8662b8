import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../src/agents/agent.ts'
import type { Step } from '../../src/steps/step.ts'
import { createStepper } from '../../src/steps/stepper.ts'
import { createTally } from '../../src/steps/tally.ts'

const at = (second: number) => `2026-11-15T10:00:${String(second).padStart(2, '0')}.000Z`

function play(events: AgentEvent[], root: string | null = null): Step[] {
  const stepper = createStepper({ root })
  return [...events.flatMap((event, second) => stepper.take(event, at(second))), ...stepper.end()]
}

let ids = 0
interface Result {
  isError?: boolean
  exitCode?: number
}
function call(
  name: string,
  input: unknown,
  text = '',
  { isError = false, exitCode }: Result = {},
): AgentEvent[] {
  const id = `call-${++ids}`
  const code = exitCode === undefined ? {} : { exitCode }
  return [
    { kind: 'tool-call', id, name, input },
    { kind: 'tool-result', id, isError, text, ...code },
  ]
}
const text = (words: string): AgentEvent => ({ kind: 'text', text: words })
const bash = (command: string, output = '', result: Result = {}) => call('Bash', { command }, output, result)
const only = (events: AgentEvent[], root: string | null = null): Step => {
  const steps = play(events, root)
  expect(steps).toHaveLength(1)
  return steps[0]!
}

describe('a step', () => {
  it('is a call with the words before it and the result after it', () => {
    const step = only([text('I will look.'), ...call('Read', { file_path: '/w/src/a.ts' }, 'one\ntwo')], '/w')
    expect(step).toMatchObject({
      index: 0,
      began: at(0),
      at: at(2),
      thought: 'I will look.',
      tool: { name: 'Read', kind: 'read' },
      arguments: { paths: ['src/a.ts'], command: null },
      observation: { text: 'one\ntwo', bytes: 7 },
      failed: false,
      error: null,
      files: { read: ['src/a.ts'], changed: [] },
      edit: null,
      novelty: { file: true, command: null, error: null, edit: null },
    })
  })

  it('is words alone where no call follows, and the result’s text does not say them twice', () => {
    const usage = { input_tokens: null, output_tokens: null, cost_usd: null, turns: null }
    const result: AgentEvent = { kind: 'result', text: 'All done.', ok: true, failure: null, usage }
    expect(only([text('All done.'), result, result])).toMatchObject({ thought: 'All done.', tool: null })
    expect(only([result])).toMatchObject({ thought: 'All done.', tool: null, failed: null })
  })

  it('puts the pieces of a streamed text together as they came', () => {
    expect(only(['I wi', 'll look', '. ', 'Now.'].map(text)).thought).toBe('I will look. Now.')
  })

  it('without a result is open: nothing is known of how it ended', () => {
    const step = only([
      { kind: 'tool-call', id: 'a', name: 'Write', input: { file_path: 'a', content: 'b' } },
    ])
    expect(step).toMatchObject({ observation: null, failed: null, edit: { ok: null } })
  })

  it('of calls side by side each gets its own result; a result twice, or of nobody, is none', () => {
    const one = call('Read', { file_path: 'a' }, 'A')
    const two = call('Read', { file_path: 'b' }, 'B')
    const steps = play([one[0]!, two[0]!, two[1]!, one[1]!, one[1]!, ...call('Read', {}, 'C').slice(1)])
    expect(steps.map((step) => [step.index, step.files.read, step.observation?.text])).toEqual([
      [0, ['b'], 'B'],
      [1, ['a'], 'A'],
    ])
  })

  it('takes a call’s arguments from its last telling', () => {
    const early: AgentEvent = { kind: 'tool-call', id: 'x', name: 'edit', input: {} }
    const whole = { ...early, input: { path: 'a.ts', oldText: 'a', newText: 'b' } }
    const step = only([
      text('Now.'),
      early,
      whole,
      { kind: 'tool-result', id: 'x', isError: false, text: 'ok' },
    ])
    expect(step).toMatchObject({ thought: 'Now.', files: { changed: ['a.ts'] }, edit: { ok: true } })
  })
})

describe('the arguments’ digest', () => {
  const digest = (name: string, input: unknown) => only(call(name, input)).arguments?.digest

  it('is the same for the same call, whatever the order and the description', () => {
    const one = digest('Bash', { command: 'npm test', description: 'run tests', timeout: 5 })
    expect(digest('Bash', { description: 'again', command: 'npm  test' })).toBe(one)
    expect(digest('Bash', { command: 'npm run test' })).not.toBe(one)
    expect(digest('Read', { offset: 1, file_path: 'a' })).toBe(digest('Read', { file_path: 'a', offset: 1 }))
    expect(digest('Read', { file_path: 'a', offset: 2 })).not.toBe(
      digest('Read', { file_path: 'a', offset: 1 }),
    )
  })
})

describe('whether a step failed', () => {
  const frame = (name: string, output: string, result: Result = {}) =>
    only(call(name, { command: 'node x.js' }, output, result))

  it('is the stream’s own flag or exit code', () => {
    expect(frame('Bash', 'fine').failed).toBe(false)
    expect(frame('Bash', 'x', { isError: true })).toMatchObject({ failed: true, exit: null })
    expect(frame('command_execution', 'x', { exitCode: 2 })).toMatchObject({ failed: true, exit: 2 })
    expect(frame('command_execution', 'x', { exitCode: 0 })).toMatchObject({ failed: false, exit: 0 })
  })

  it.each([
    ['Bash', 'Exit code 2\nError: no such table', { isError: true }],
    ['bash', 'Error: no such table\n\nCommand exited with code 2', { isError: true }],
    ['bash', 'Error: no such table\n<exited with exit code 2>', {}],
    ['execute', 'Error: no such table\n<shellId: 0 completed with exit code 2>', {}],
    ['run_shell_command', 'Output: \nError: no such table\nExit Code: 2\nProcess Group PGID: 44', {}],
    ['shell', 'Exit code: 2\nWall time: 0.1 seconds\nOutput:\nError: no such table', {}],
    [
      'exec_command',
      'Chunk ID: 4\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nError: no such table',
      {},
    ],
    [
      'execute_bash',
      'Error: no such table\n[Python Interpreter: /x]\n[Command finished with exit code 2]',
      {},
    ],
  ])('is told by how %s frames its output, and the frame is no part of the error', (name, output, result) => {
    const step = frame(name, output, result)
    expect(step).toMatchObject({ failed: true, exit: 2, error: 'exception: Error: no such table' })
  })

  it.each([
    ['0\nSignal: (none)', false, 0],
    ['0\nSignal: 0\nBackground PIDs: 5', false, 0],
    ['2\nSignal: (none)', true, 2],
    ['143\nSignal: 15', true, 143],
    ['0\nSignal: 1\nProcess Group PGID: 44', true, null],
  ])('has no exit code where a signal ended it: Exit Code: %j', (tail, isError, exit) => {
    const step = frame('run_shell_command', `Output: x\nError: (none)\nExit Code: ${tail}`, { isError })
    expect(step).toMatchObject({ failed: isError, exit })
  })

  it('is not told by what a command prints', () => {
    const words = [
      'Exit code 1\nError: bad',
      'Error: bad\nexit code 1\n',
      '"is_error": true',
      '5-hour limit reached',
    ]
    for (const output of words) expect(frame('Bash', output)).toMatchObject({ failed: false, error: null })
    expect(frame('bash', '<exited with exit code 1>\n<exited with exit code 0>').failed).toBe(false)
  })

  it('is no for a search that found nothing and a diff that found something', () => {
    for (const command of ['grep -rn x src', 'cat a | grep x', 'diff a b', 'git diff --exit-code', 'rg x']) {
      expect(only(bash(command, 'Exit code 1', { isError: true })).failed).toBe(false)
      expect(only(bash(command, 'Exit code 2\ngrep: x: No such file', { isError: true })).failed).toBe(true)
    }
    expect(only(bash('grep x a && npm run build', 'Exit code 1', { isError: true })).failed).toBe(true)
  })

  it('has an error only then, also where the command said nothing', () => {
    const output = 'TypeError: x is not a function\n    at a.js:1:1'
    expect(only(bash('cat log.txt', output)).error).toBeNull()
    expect(only(bash('node a.js', output, { isError: true })).error).toBe(
      'exception: TypeError: x is not a function',
    )
    expect(only(bash('node a.js', '', { exitCode: 7 })).error).toBe('process: exit 7')
  })
})

describe('an edit', () => {
  const edit = (text: string, isError = false) =>
    only(call('Edit', { file_path: '/w/a.ts', old_string: 'a', new_string: 'b' }, text, { isError }), '/w')

  it('succeeded or not, by what its tool said', () => {
    expect(edit('The file has been updated.')).toMatchObject({
      edit: { ok: true },
      files: { changed: ['a.ts'] },
    })
    const refused = edit(
      '<tool_use_error>String to replace not found in file.\nString: const a = 1</tool_use_error>',
      true,
    )
    expect(refused).toMatchObject({
      edit: { ok: false },
      files: { changed: [] },
      error: 'plain: String to replace not found in file.',
    })
  })

  it('that was refused without a flag is refused all the same', () => {
    const input = { command: 'str_replace', path: 'a.py', old_str: 'a', new_str: 'b' }
    const step = only(
      call('str_replace_editor', input, 'ERROR:\nNo replacement was performed, old_str `a` is not there.'),
    )
    expect(step.edit?.ok).toBe(false)
    expect(step.error).toContain('No replacement was performed')
    expect(only(call('str_replace_editor', { command: 'view', path: 'a.py' }, 'ERROR: x')).edit).toBeNull()
  })

  it('whose file speaks of an error is a success', () => {
    expect(edit('The file has been updated:\n1\tthrow new Error("ERROR: failed")').edit?.ok).toBe(true)
  })

  it('may be made by a command', () => {
    const files = (command: string) => only(bash(command)).files.changed
    expect(files("sed -i 's/a/b/' src/a.ts src/b.ts")).toEqual(['src/a.ts', 'src/b.ts'])
    expect(files("cat > ./src/new.ts <<'EOF'\nx > y\nEOF")).toEqual(['src/new.ts'])
    expect(files('echo hi >> "my notes.md" 2>/dev/null')).toEqual(['my notes.md'])
    expect(files('rm old.ts && mv a.ts b.ts')).toEqual(['old.ts', 'a.ts', 'b.ts'])
    const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n+z\n*** End Patch'
    const step = only(call('shell', { command: ['apply_patch', patch] }, 'Success'))
    expect(step).toMatchObject({
      tool: { kind: 'edit' },
      files: { changed: ['a.ts', 'b.ts'] },
      edit: { ok: true },
    })
    expect(only(call('apply_patch', { input: patch })).files.changed).toEqual(['a.ts', 'b.ts'])
    const diff = 'diff --git a/w/c.ts b/w/c.ts\n--- a/dev/null\n+++ b/w/c.ts\n@@ -1,0 +1,1 @@\n+hi\n'
    expect(only(call('edit', { fileName: '/w/c.ts', diff }), '/w').files.changed).toEqual(['c.ts'])
    expect(only(call('edit', { diff: diff.replaceAll('/w/', '/') })).files.changed).toEqual(['c.ts'])
    expect(
      only(call('file_change', { changes: [{ path: '/w/a.ts', kind: 'update' }] }), '/w').files.changed,
    ).toEqual(['a.ts'])
  })
})

describe('a test run in a step', () => {
  const red =
    ' FAIL  test/a.test.ts > adds\nAssertionError: expected 1 to be 2\n\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)'

  it('is red by its summary even where a pipe hides the exit code, and then has an error', () => {
    const step = only(bash('npm test 2>&1 | tail -30', red))
    expect(step).toMatchObject({ failed: false, test: { runner: 'vitest', failed: 1, ok: false } })
    expect(step.error).toBe('vitest: a.test.ts > adds: AssertionError: expected # to be #')
  })

  it('is red if the runner itself failed, whatever it counted', () => {
    const green = '      Tests  2 passed (2)\nUnhandled Rejection: x'
    expect(only(bash('npx vitest run', green, { isError: true })).test?.ok).toBe(false)
    expect(only(bash('npx vitest run && npm run lint', green, { isError: true })).test?.ok).toBe(true)
  })

  it('without a summary is green only by an exit code of its own', () => {
    expect(only(bash('npm test', 'fine', { exitCode: 0 })).test?.ok).toBe(true)
    expect(only(bash('npm test | cat', 'fine', { exitCode: 0 })).test?.ok).toBeNull()
    expect(only(bash('npm test', 'fine')).test?.ok).toBeNull()
  })

  it('is none in a file that is read', () => {
    expect(only(call('Read', { file_path: 'log.txt' }, red))).toMatchObject({ test: null, error: null })
    expect(only(bash('cat log.txt', red)).test).toBeNull()
  })
})

describe('novelty', () => {
  it('is the first time of a command, a file, an error, an edit', () => {
    const edit = call('Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' })
    const again = call('edit', { filePath: './a.ts', oldString: 'a', newString: 'b' })
    const bad = (line: number) => bash('node a.js', `TypeError: no\n    at a.js:${line}:1`, { isError: true })
    const steps = play([...bad(1), ...bad(2), ...edit, ...again, ...call('Read', { file_path: 'b.ts' })])
    expect(steps.map(({ novelty }) => novelty)).toEqual([
      { command: true, file: null, error: true, edit: null },
      { command: false, file: null, error: false, edit: null },
      { command: null, file: true, error: null, edit: true },
      { command: null, file: false, error: null, edit: false },
      { command: null, file: true, error: null, edit: null },
    ])
  })
})

describe('a to-do list', () => {
  const todos = (steps: Step[]) => steps.map(({ todo }) => todo)
  const item = (content: string, status: string) => ({ content, status })

  it('is followed from one whole list to the next, whichever tool writes it', () => {
    const steps = play([
      ...call('TodoWrite', { todos: [item('a', 'in_progress'), item('b', 'pending')] }),
      ...call('update_plan', {
        plan: [
          { step: 'a', status: 'completed' },
          { step: 'c', status: 'pending' },
        ],
      }),
      ...call('plan', { entries: [item('a', 'completed'), item('c', 'completed')] }),
      ...call('todo_list', { items: [{ text: 'a', completed: true }] }),
      ...call('update_todo', { todos: '- [x] a\n- [ ] d' }),
    ])
    expect(todos(steps)).toEqual([
      { total: 2, done: 0, added: 2, removed: 0, completed: 0 },
      { total: 2, done: 1, added: 1, removed: 1, completed: 1 },
      { total: 2, done: 2, added: 0, removed: 0, completed: 1 },
      { total: 1, done: 1, added: 0, removed: 1, completed: 0 },
      { total: 2, done: 1, added: 1, removed: 0, completed: 0 },
    ])
  })

  it('is followed item by item where the tool works so, and a refused change is none', () => {
    const steps = play([
      ...call('TaskCreate', { subject: 'a' }),
      ...call('TaskCreate', { subject: 'b' }),
      ...call('TaskUpdate', { taskId: '1', status: 'completed' }),
      ...call('TaskUpdate', { taskId: '2', status: 'completed' }, 'no', { isError: true }),
      ...call('TaskUpdate', { taskId: '2', status: 'deleted' }),
    ])
    expect(todos(steps).at(2)).toEqual({ total: 2, done: 1, added: 0, removed: 0, completed: 1 })
    expect(todos(steps).at(3)).toBeNull()
    expect(todos(steps).at(4)).toEqual({ total: 1, done: 1, added: 0, removed: 1, completed: 0 })
  })
})

describe('the tally of a call', () => {
  it('counts what was done', () => {
    const { add, tally } = createTally()
    const edit = { file_path: 'a.ts', old_string: 'a', new_string: 'b' }
    play([
      ...call('Edit', edit),
      ...call('Edit', edit, 'no', { isError: true }),
      ...bash('node a.js', 'TypeError: no', { isError: true }),
      ...bash('npm test', '      Tests  1 failed | 2 passed (3)', { isError: true }),
      ...bash('npm test', '      Tests  3 passed (3)'),
      text('Done.'),
    ]).forEach(add)
    expect(tally()).toEqual({
      total: 6,
      edits: 2,
      failed_edits: 1,
      shells: 3,
      failed_shells: 2,
      tests: 2,
      last_test: { runner: 'vitest', passed: 3, failed: 0, skipped: 0, ok: true },
      distinct_errors: 2,
      novel: 4,
      files_read: 0,
      errors: ['exception: TypeError: no'],
    })
  })

  it('counts a file that was read again once', () => {
    const { add, tally } = createTally()
    play([
      ...call('Read', { file_path: 'a.ts' }, 'a'),
      ...call('Read', { file_path: 'a.ts' }, 'a'),
      ...bash('cat a.ts b.ts', 'a b'),
      ...call('Edit', { file_path: 'c.ts', old_string: 'a', new_string: 'b' }),
    ]).forEach(add)
    expect(tally().files_read).toBe(2)
  })
})
