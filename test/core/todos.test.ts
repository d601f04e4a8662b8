import { expect, test } from 'vitest'
import type { Contract } from '../../src/core/events.ts'
import type { StepState } from '../../src/core/state.ts'
import { openTodos, todosOfCall } from '../../src/core/todos.ts'

type Todos = Contract['todos']
// Only the two places where a list can be.
const call = (said: Todos | null, kept: Todos | null) =>
  ({ contract: said && { todos: said }, work: kept && { todos: kept } }) as unknown as StepState
const item = (content: string, status: string) => ({ content, status })

test('without a call there is nothing to do', () => {
  expect(todosOfCall(null)).toEqual([])
  expect(todosOfCall(undefined)).toEqual([])
  expect(todosOfCall(call(null, null))).toEqual([])
})

test('the list of the closing block comes first, then what only the tool holds', () => {
  const said = [item('Write the test', 'completed')]
  const kept = [item('Mend the code', 'pending')]
  expect(todosOfCall(call(said, kept))).toEqual([...said, ...kept])
  expect(todosOfCall(call(null, kept))).toEqual(kept)
  expect(todosOfCall(call(said, null))).toEqual(said)
})

test('the closing block is the last word about an item, however it is written', () => {
  const said = [item('Write the  test.', 'completed')]
  expect(todosOfCall(call(said, [item('write the test', 'in_progress')]))).toEqual(said)
  expect(todosOfCall(call(said, [item('write a test', 'in_progress')]))).toHaveLength(2)
})

test('open is what is neither done nor dropped', () => {
  const said = [
    'pending',
    'in_progress',
    'completed',
    'done',
    'cancelled',
    'Canceled',
    'deleted',
    'blocked',
  ].map((status) => item(`is ${status}`, status))
  expect(openTodos(call(said, null)).map(({ status }) => status)).toEqual([
    'pending',
    'in_progress',
    'blocked',
  ])
})
