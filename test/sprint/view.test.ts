import { expect, it } from 'vitest'
import type { TaskEnd } from '../../src/sprint/history.ts'
import type { QueueTask } from '../../src/sprint/queue.ts'
import { finishedEnding, type TaskView } from '../../src/sprint/view.ts'

const QUALITY = { landed: true, red: 0, rounds: 1, findings: 0, files: 1, corrections: 0 }

function view(id: string, status: QueueTask['status'], exit: number | null = null): TaskView {
  const spend = { usd: 0, tokens: 0 }
  const rest = { reason: '', quality: QUALITY, spend, unknown_calls: 0, took_ms: 0, at: '' }
  const end: TaskEnd | null = exit === null ? null : { task: id, run: `run-${id}`, exit, ...rest }
  const task: QueueTask = { id, task: id, run: `run-${id}`, ...(status ? { status } : {}) }
  return { task, end, waits: exit === 20 ? { question: 'Sure?', command: `wiggum approve run-${id}` } : null }
}

const done = view('done', 'done', 0)
const failed = view('failed', 'failed', 12)
const blocked = view('blocked', 'blocked')
const waiting = view('waiting', 'in_progress', 20)
const unmerged = view('unmerged', 'in_progress', 11)

it.each([
  ['done', 0, true, [done]],
  ['done', 0, true, []],
  ['left-over', 10, true, [done, failed, blocked]],
  ['unmerged', 11, false, [done, unmerged]],
  ['left-over', 10, false, [failed, unmerged]],
  ['waiting', 20, false, [failed, unmerged, waiting]],
] as const)('a sprint with nothing left to work on is %s (%i); over: %s', (status, exit, over, tasks) => {
  expect(finishedEnding([...tasks])).toMatchObject({ status, exit, over })
})

it('names the commands that go on with it', () => {
  expect(finishedEnding([waiting]).next).toEqual(['wiggum approve run-waiting', 'wiggum sprint'])
  expect(finishedEnding([failed, blocked]).next[0]).toBe('wiggum explain run-failed')
})
