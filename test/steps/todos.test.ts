import { describe, expect, test } from 'vitest'
import { createStepper } from '../../src/steps/stepper.ts'

const AT = '2026-01-02T03:04:05.000Z'

interface Called {
  name: string
  input: unknown
  failed?: boolean
  helper?: true
  text?: string
}

function afterCalls(...calls: Called[]) {
  const stepper = createStepper()
  calls.forEach(({ failed = false, text = 'ok', ...call }, at) => {
    stepper.take({ kind: 'tool-call', id: `${at}`, ...call }, AT)
    stepper.take({ kind: 'tool-result', id: `${at}`, isError: failed, text }, AT)
  })
  return stepper.todos()
}

test('a list that is set whole is the list', () => {
  const todos = [
    { content: 'Write the test', status: 'completed' },
    { content: 'Mend the code', status: 'in_progress' },
    { content: 'Look around', status: 'pending' },
  ]
  expect(afterCalls({ name: 'TodoWrite', input: { todos } })).toEqual(todos)
})

test('the last list counts', () => {
  const one = { todos: [{ content: 'One', status: 'pending' }] }
  const two = { todos: [{ content: 'One', status: 'completed' }] }
  expect(afterCalls({ name: 'TodoWrite', input: one }, { name: 'TodoWrite', input: two })).toEqual(two.todos)
})

test('a call that failed changes no list', () => {
  const input = { todos: [{ content: 'One', status: 'pending' }] }
  expect(afterCalls({ name: 'TodoWrite', input, failed: true })).toEqual([])
})

test('items that are made and changed one by one keep their words', () => {
  const made = afterCalls(
    { name: 'TaskCreate', input: { subject: 'Write the test' } },
    { name: 'TaskCreate', input: { subject: 'Mend the code' } },
    { name: 'TaskCreate', input: { subject: 'A wrong turn' } },
    { name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } },
    { name: 'TaskUpdate', input: { taskId: '2', status: 'in_progress' } },
    { name: 'TaskUpdate', input: { taskId: '3', status: 'deleted' } },
  )
  expect(made).toEqual([
    { content: 'Write the test', status: 'completed' },
    { content: 'Mend the code', status: 'in_progress' },
  ])
})

test('a helper’s list is not the agent’s', () => {
  const own = { todos: [{ content: 'One', status: 'pending' }] }
  const other = { todos: [{ content: 'Two', status: 'completed' }] }
  const helper = { name: 'TodoWrite', input: other, helper: true as const }
  expect(afterCalls({ name: 'TodoWrite', input: own }, helper)).toEqual(own.todos)
})

describe('items that are made one by one, in a conversation that goes on', () => {
  const made = (subject: string, text?: string): Called => ({
    name: 'TaskCreate',
    input: { subject },
    ...(text === undefined ? {} : { text }),
  })
  const changed = (taskId: string, status: string): Called => ({
    name: 'TaskUpdate',
    input: { taskId, status },
  })

  test('have the number that the tool gives them', () => {
    const calls = [
      made('Seven', 'Task #7 created successfully: Seven'),
      made('Eight', 'Task #8 created successfully: Eight'),
      changed('7', 'completed'),
      changed('8', 'in_progress'),
    ]
    expect(afterCalls(...calls)).toEqual([
      { content: 'Seven', status: 'completed' },
      { content: 'Eight', status: 'in_progress' },
    ])
  })

  test('stand where an item of before, which nobody here knows, is changed', () => {
    const seven = made('Seven', 'Task #7 created successfully: Seven')
    expect(afterCalls(seven, changed('2', 'completed'))).toEqual([{ content: 'Seven', status: 'pending' }])
  })

  test('are counted on from the last number that was told', () => {
    const calls = [made('Seven', 'Task #7 created: Seven'), made('Eight'), changed('8', 'completed')]
    expect(afterCalls(...calls).map(({ status }) => status)).toEqual(['pending', 'completed'])
  })

  test('say nothing where they were counted wrong', () => {
    expect(afterCalls(made('Seven'), changed('7', 'completed'))).toEqual([])
    expect(afterCalls(made('Seven'), changed('7', 'deleted'), changed('1', 'completed'))).toEqual([])
    expect(afterCalls(made('About Task #7 ', 'Made Task #7 now'), changed('7', 'completed'))).toEqual([])
  })

  test('a list that is set whole afterwards counts again', () => {
    const todos = [{ content: 'One', status: 'pending' }]
    const whole = { name: 'TodoWrite', input: { todos } }
    expect(afterCalls(made('Seven'), changed('7', 'completed'), whole)).toEqual(todos)
    expect(afterCalls(made('Seven'), whole, changed('7', 'completed'))).toEqual(todos)
  })
})

test('a plan of Codex and a checklist in text are lists too', () => {
  const items = [
    { text: 'One', completed: true },
    { text: 'Two', completed: false },
  ]
  const expected = [
    { content: 'One', status: 'completed' },
    { content: 'Two', status: 'pending' },
  ]
  expect(afterCalls({ name: 'todo_list', input: { items } })).toEqual(expected)
  expect(afterCalls({ name: 'update_todo', input: { todos: '- [x] One\n- [ ] Two\n' } })).toEqual(expected)
})

test('what the agent dropped is not on its list', () => {
  const todos = [
    { content: 'One', status: 'cancelled' },
    { content: 'Two', status: 'pending' },
  ]
  expect(afterCalls({ name: 'todowrite', input: { todos } })).toEqual([todos[1]])
})
