import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openSprintLog, readSprintLog } from '../../src/sprint/log.ts'

const folder = mkdtempSync(join(tmpdir(), 'wiggum-sprint-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const budget = { usd: 1, tokens: null }

it('a sprint’s log is read back as it was written, by whoever opens it next', () => {
  const path = join(folder, 'deep', 'a.jsonl')
  openSprintLog(path).append({ type: 'sprint.start', data: { queue: 'q', budget } })
  openSprintLog(path).append({ type: 'task.start', data: { task: 'a' } })
  expect(readSprintLog(path)).toMatchObject([
    { v: 1, seq: 1, type: 'sprint.start', data: { queue: 'q', budget } },
    { v: 1, seq: 2, type: 'task.start', data: { task: 'a' } },
  ])
})

it('a log that is not there is empty, and nothing is written by reading it', () => {
  expect(readSprintLog(join(folder, 'none.jsonl'))).toEqual([])
})

it.each(['not json', '{"v":2}', '{"v":1,"seq":1,"ts":"2026-11-16T08:00:00.000Z","type":"other","data":{}}'])(
  'a line that we did not write is refused with its place, and left: %s',
  (line) => {
    const path = join(folder, 'damaged.jsonl')
    writeFileSync(path, `${line}\n`)
    expect(() => openSprintLog(path)).toThrow(`The log of the sprint is damaged at ${path}:1`)
    expect(readFileSync(path, 'utf8')).toBe(`${line}\n`)
  },
)
