import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenAt } from '../../src/sprint/json-place.ts'
import { parseQueue, queueText } from '../../src/sprint/queue.ts'

const task = (over: Record<string, unknown> = {}) => ({ id: 'a', task: 'do it', ...over })
const read = (value: unknown) => parseQueue(JSON.stringify(value), 'q.json')
const problem = (value: unknown) => {
  const result = read(value)
  return result.ok ? 'no problem' : result.message
}

describe('a queue file', () => {
  it('is a version and a list of tasks', () => {
    expect(read({ version: 1, tasks: [task()] })).toEqual({
      ok: true,
      queue: { tasks: [task()], plain: false },
    })
  })

  it('may be the plain list, and is written back as one', () => {
    const result = read([task()])
    expect(result).toEqual({ ok: true, queue: { tasks: [task()], plain: true } })
    expect(result.ok && JSON.parse(queueText(result.queue))).toEqual([task()])
  })

  it('loses nothing of what it knows when it is written back', () => {
    const whole = task({
      priority: 2.5,
      depends_on: ['b'],
      status: 'blocked',
      blocked_by: 'b',
      run: '2026-11-16-do-it',
      check: ['npm run e2e'],
      strategy: 'pdca',
      workflow: 'fast',
      files: ['src/a.ts'],
    })
    const value = { version: 1, tasks: [whole, task({ id: 'b', check: 'make check' })] }
    const result = read(value)
    expect(result.ok && JSON.parse(queueText(result.queue))).toEqual(value)
  })

  it('may be empty, and may begin with a byte order mark', () => {
    expect(read([])).toMatchObject({ ok: true })
    expect(parseQueue('\uFEFF[]', 'q.json')).toMatchObject({ ok: true })
  })
})

describe('what is wrong with a queue file is one sentence', () => {
  it.each([
    [{ tasks: [] }, 'q.json: "version" must be 1, the only version there is'],
    [{ version: 2, tasks: [] }, 'q.json: "version" must be 1, the only version there is'],
    [{ version: 1 }, 'q.json: "tasks" must be a list of tasks'],
    [{ version: 1, tasks: [], task: 1 }, 'q.json: unknown key "task"; the nearest known key is "tasks"'],
    ['a', 'q.json: it must be a list of tasks, or {"version": 1, "tasks": [...]}'],
    [null, 'q.json: it must be a list of tasks, or {"version": 1, "tasks": [...]}'],
    [['a'], 'q.json: task 1: it must be'],
    [[task(), { id: 'b' }], 'q.json: task 2 ("b"): "task" must be what is to be done, in words'],
    [[task({ task: '  ' })], 'q.json: task 1 ("a"): "task" must be what is to be done, in words'],
    [[task({ id: 'a b' })], '"id" must be a short name without spaces, at most 64 characters'],
    [[task({ id: 'x'.repeat(65) })], '"id" must be a short name'],
    [[task({ prioritty: 1 })], 'unknown key "prioritty"; the nearest known key is "priority"'],
    [[task({ priority: 'high' })], '"priority" must be a number; higher goes first'],
    [[task({ status: 'doing' })], '"status" must be one of pending, in_progress, done, failed, blocked'],
    [[task({ depends_on: 'b' })], '"depends_on" must be a list of ids'],
    [[task({ check: 3 })], '"check" must be a command or a list of commands'],
    [[task({ run: '../x' })], '"run" must be the id of a run'],
    [[task(), task()], 'q.json: two tasks have the id "a"; give each its own'],
    [[task({ depends_on: ['z'] })], 'q.json: task "a" depends on "z", and there is no such task'],
    [[task({ depends_on: ['a'] })], 'q.json: the tasks a → a wait for each other; take one dependency out'],
  ])('%j', (value, sentence) => {
    expect(problem(value)).toContain(sentence)
  })

  it('a circle is named, task by task, wherever the file begins', () => {
    const ring = [
      task({ id: 'start', depends_on: ['a'] }),
      task({ id: 'a', depends_on: ['b'] }),
      task({ id: 'b', depends_on: ['c'] }),
      task({ id: 'c', depends_on: ['a'] }),
    ]
    expect(problem(ring)).toContain('the tasks a → b → c → a wait for each other')
  })

  it('a task that two others wait for is no circle, and a chain of 5,000 is read', () => {
    const diamond = [
      task({ id: 'a' }),
      task({ id: 'b', depends_on: ['a'] }),
      task({ id: 'c', depends_on: ['a'] }),
      task({ id: 'd', depends_on: ['b', 'c'] }),
    ]
    expect(read(diamond)).toMatchObject({ ok: true })
    const chain = Array.from({ length: 5_000 }, (_, n) =>
      task({ id: `t${n}`, depends_on: n > 0 ? [`t${n - 1}`] : [] }),
    )
    expect(read(chain.reverse())).toMatchObject({ ok: true })
  })
})

describe('broken JSON', () => {
  it.each([
    ['', '1:1'],
    ['{"version":1,', '1:14'],
    ['{"version":1,\n "tasks":[{"id":"a" "task":"b"}]}', '2:21'],
    ['[\n  {"id": "a"},\n]', '3:1'],
    ["[{'id': 1}]", '1:3'],
    ['[1] x', '1:5'],
    ['[01]', '1:2'],
    ['{"a":tru}', '1:6'],
    ['["a\nb"]', '1:2'],
    ['{"a":1}}', '1:8'],
    ['[}', '1:2'],
  ])('%j is refused at its place', (text, place) => {
    expect(parseQueue(text, 'q.json')).toEqual({
      ok: false,
      message: `q.json:${place}: it is not valid JSON here`,
    })
  })

  it('ends in a place inside the text, whatever it is, and what is JSON is broken only at its end', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { line, column } = brokenAt(text)
        expect(line).toBeLessThanOrEqual(text.split('\n').length)
        expect(column).toBeLessThanOrEqual(text.length + 1)
      }),
    )
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(brokenAt(text)).toEqual({ line: 1, column: text.length + 1 })
      }),
    )
  })
})
