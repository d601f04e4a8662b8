import { describe, expect, test } from 'vitest'
import { historyOf, priorOf, taskKind } from '../../src/core/task-prior.ts'

const ended = (task: string, exit_code: number) => ({ task, exit_code, status: 'x' })
const many = (count: number, task: string, exit: number) =>
  Array.from({ length: count }, () => ended(task, exit))

describe('the kind of a task', () => {
  test.each([
    ['Fix the date parser', 'fix, fast'],
    ['Refactor the store in src/a.ts and src/b.ts', 'redesign, standard'],
    ['Add a login with two factors', 'change, thorough'],
    ['Say hello', 'change, fast'],
  ])('%s: %s', (task, kind) => expect(taskKind(task)).toBe(kind))
})

describe('its history', () => {
  test('counts what came to nothing and what did not, of its kind and of all', () => {
    const earlier = [
      ...many(2, 'Fix the dates', 23),
      ended('Fix the slugs', 0),
      ended('Say hello', 11),
      // Nobody was there, or it was stopped: that says nothing of the task.
      ended('Fix the dates', 4),
      ended('Fix the dates', 130),
    ]
    expect(historyOf('fix, fast', earlier)).toEqual({
      kind: 'fix, fast',
      done: 1,
      stuck: 2,
      of_all: { done: 2, stuck: 2 },
    })
  })

  test('is none where no task of its kind has ended', () => {
    expect(historyOf('fix, fast', [])).toBeNull()
    expect(historyOf('fix, fast', many(5, 'Say hello', 0))).toBeNull()
  })
})

describe('what it adds to the odds', () => {
  test('nothing without a history, nor for a kind that was never met', () => {
    expect(priorOf(null)).toBe(0)
    expect(priorOf({ kind: 'x', done: 0, stuck: 0, of_all: { done: 5, stuck: 5 } })).toBeCloseTo(0)
  })

  test('more for a kind that gets stuck more often than others, less for one that does not', () => {
    const all = { done: 20, stuck: 20 }
    expect(priorOf({ kind: 'x', done: 0, stuck: 10, of_all: all })).toBeGreaterThan(0.5)
    expect(priorOf({ kind: 'x', done: 10, stuck: 0, of_all: all })).toBeLessThan(-0.5)
  })

  test('little for few runs, and never more than what an agent does can outweigh', () => {
    const all = { done: 20, stuck: 20 }
    expect(Math.abs(priorOf({ kind: 'x', done: 0, stuck: 1, of_all: all }))).toBeLessThan(0.3)
    expect(priorOf({ kind: 'x', done: 0, stuck: 500, of_all: { done: 500, stuck: 500 } })).toBe(1)
  })
})
