import { expect, test } from 'vitest'
import { createStepper } from '../../src/steps/stepper.ts'

const AT = '2026-01-02T03:04:05.000Z'

function afterCalls(...calls: { name: string; input: unknown; failed?: boolean }[]) {
  const stepper = createStepper()
  calls.forEach(({ name, input, failed = false }, at) => {
    stepper.take({ kind: 'tool-call', id: `${at}`, name, input }, AT)
    stepper.take({ kind: 'tool-result', id: `${at}`, isError: failed, text: 'ok' }, AT)
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
