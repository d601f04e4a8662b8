import { describe, expect, test } from 'vitest'
import { bash, read, tallyOf, times } from './tool-calls.ts'

const repeats = (...given: Parameters<typeof tallyOf>) => tallyOf(...given).repeats
const cycle = (period: number, rounds: number) =>
  times(rounds, () => times(period, (nth) => read(`${nth}.ts`, `content ${nth}`)))

describe('calls that go round', () => {
  test.each([1, 2, 3, 4, 5, 6])('are counted with %i to a round', (period) => {
    expect(repeats(cycle(period, 5))).toEqual({ period, times: 5 })
  })

  test('are not known beyond six to a round', () => {
    expect(repeats(cycle(7, 5))).toBeUndefined()
  })

  test('count whole rounds only', () => {
    expect(repeats(cycle(3, 5).slice(0, -1))).toEqual({ period: 3, times: 4 })
  })

  test('begin anywhere, and the longest row counts', () => {
    const other = (nth: number) => bash(`ls ${nth}`, `${nth}`)
    expect(repeats([...times(9, other), ...cycle(2, 4), ...times(3, other), ...cycle(2, 3)])).toEqual({
      period: 2,
      times: 4,
    })
  })

  test('are one round where each is made once', () => {
    expect(repeats(cycle(6, 1))).toBeUndefined()
    expect(repeats([])).toBeUndefined()
  })

  test('are the same whatever is said in between', () => {
    expect(repeats(cycle(2, 5), true)).toEqual({ period: 2, times: 5 })
  })

  test('that fail are told by their error, not by how long it took', () => {
    const failing = (nth: number) => bash('npm test', `TypeError: x is not a function\nTime: ${nth} ms`, true)
    expect(repeats(times(5, failing))).toEqual({ period: 1, times: 5 })
  })

  test('that run fewer failing tests each time are not the same', () => {
    const failing = (nth: number) =>
      bash('npx vitest run', ` FAIL  a.test.ts > adds\nError: no\n      Tests  ${9 - nth} failed (10)`, true)
    expect(repeats(times(5, failing))).toBeUndefined()
  })

  test('with another tool, or other arguments, are others', () => {
    expect(repeats(times(5, (nth) => ({ name: `T${nth}`, input: { a: 1 }, text: 'x' })))).toBeUndefined()
    expect(repeats(times(5, (nth) => bash(`cat ${nth}`, 'x')))).toBeUndefined()
  })
})

describe('what never counts', () => {
  test('paged reads', () => {
    expect(repeats(times(30, (nth) => read('big.ts', `page ${nth}`, nth * 200)))).toBeUndefined()
  })

  test('batch work over 200 files', () => {
    const each = (nth: number) => [
      read(`src/${nth}.ts`, 'export const a = 1'),
      { name: 'Edit', input: { file_path: `src/${nth}.ts`, old_string: 'a', new_string: 'b' }, text: 'ok' },
    ]
    expect(repeats(times(200, each))).toBeUndefined()
  })

  test('a job that is polled while it gets on', () => {
    const poll = (nth: number) => ({ name: 'BashOutput', input: { id: 'job' }, text: `${nth * 10} %` })
    expect(repeats(times(20, poll))).toBeUndefined()
  })
})

describe('the errors of an agent’s own commands', () => {
  test('are each there once, and no more than twenty', () => {
    const failing = (nth: number) =>
      bash(`node ${nth}.js`, `Error: ${'abcdefghijklmnopqrstuvwxyz'[nth % 26]} is missing`, true)
    expect(tallyOf(times(40, failing)).errors).toHaveLength(20)
    expect(tallyOf(times(3, () => failing(0))).errors).toEqual(['exception: Error: a is missing'])
  })

  test('are only of commands that failed, whatever their output says', () => {
    const calls = [
      bash('cat log.json', '{"is_error": false, "error": null}'),
      bash('cat log.txt', 'Error: this is what a log says'),
      read('a.ts', 'throw new Error("no")'),
      { name: 'Edit', input: { file_path: 'a.ts' }, text: 'Error: no match', isError: true },
    ]
    expect(tallyOf(calls).errors).toBeUndefined()
  })

  test('need words: an exit code alone is none', () => {
    expect(tallyOf([bash('false', 'Exit code 1', true)]).errors).toBeUndefined()
  })
})
