import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { shown, take, takeFile } from './taken.ts'

const info = { id: 'ses_1', directory: '/w', title: 'x' }
const user = { id: 'msg_1', sessionID: 'ses_1', role: 'user', time: { created: 1_700_000_000_000 } }
const assistant = {
  id: 'msg_2',
  sessionID: 'ses_1',
  role: 'assistant',
  modelID: 'm-1',
  cost: 0.25,
  tokens: { input: 100, output: 10, reasoning: 5, cache: { read: 50, write: 7 } },
  time: { created: 1_700_000_001_000 },
  finish: 'stop',
}
const asked = [
  { type: 'text', text: 'Fix the sum' },
  { type: 'text', text: 'a file', synthetic: true },
]
const tool = (callID: string, name: string, state: object) => ({ type: 'tool', tool: name, callID, state })
const done = [
  { type: 'step-start' },
  { type: 'reasoning', text: 'I look.' },
  tool('1', 'edit', {
    status: 'error',
    input: { filePath: '/w/a.js', oldString: 'a', newString: 'b' },
    error: 'no',
  }),
  tool('2', 'bash', {
    status: 'completed',
    input: { command: 'npx vitest run' },
    output: 'Tests  2 passed (2)',
    metadata: { exit: 0 },
    time: { start: 1_700_000_002_000, end: 1_700_000_003_000 },
  }),
  tool('3', 'bash', { status: 'running', input: { command: 'sleep 9' } }),
  { type: 'text', text: 'Done.' },
]

test('an export is one run', async () => {
  const messages = [
    { info: user, parts: asked },
    { info: assistant, parts: done },
  ]
  const { runs, file } = await take(JSON.stringify({ info, messages }, null, 2), 'export.json')
  expect(file.importer?.id).toBe('opencode')
  const [run] = runs
  expect(run!.head).toMatchObject({
    id: 'ses_1',
    agent: 'opencode',
    model: 'm-1',
    cwd: '/w',
    task: 'Fix the sum',
  })
  expect(run!.all.map(shown)).toEqual(['edit failed edit false', 'test ok test true', 'shell open', 'words'])
  expect(run!.all[1]).toMatchObject({ exit: 0, at: '2023-11-14T22:13:23.000Z' })
  expect(run!.spent).toEqual({ input: 157, output: 15, usd: 0.25, cached: 50 })
  expect(run!.how).toBe('finished')
})

test('a session of the storage has its messages and their parts in files beside it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'wiggum-opencode-'))
  const put = (path: string, value: object) => {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), JSON.stringify(value))
  }
  put('session/p/ses_1.json', info)
  put('message/ses_1/msg_1.json', user)
  put('message/ses_1/msg_2.json', assistant)
  asked.forEach((part, index) => {
    put(`part/msg_1/prt_${index}.json`, part)
  })
  done.forEach((part, index) => {
    put(`part/msg_2/prt_${index}.json`, part)
  })
  const { runs } = await takeFile(join(home, 'session/p/ses_1.json'))
  expect(runs).toHaveLength(1)
  expect(runs[0]!.head).toMatchObject({ id: 'ses_1', cwd: '/w', task: 'Fix the sum' })
  expect(runs[0]!.all).toHaveLength(4)
  rmSync(home, { recursive: true })
})
