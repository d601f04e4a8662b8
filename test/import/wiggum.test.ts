import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createStepper } from '../../src/steps/stepper.ts'
import { lines, takeFile } from './taken.ts'

const event = (seq: number, type: string, data: object) => ({
  v: 1,
  seq,
  ts: '2026-01-02T03:04:05.000Z',
  run_id: 'r-1',
  type,
  data,
})

function recorded() {
  const stepper = createStepper()
  stepper.take({ kind: 'tool-call', id: '1', name: 'Bash', input: { command: 'ls' } }, 'a')
  const first = stepper.take({ kind: 'tool-result', id: '1', isError: false, text: 'x' }, 'b')
  stepper.take({ kind: 'text', text: 'Done.' }, 'c')
  return [...first, ...stepper.end()]
}

test('each call of an agent is a run, and its recorded agent steps are handed over as they are', async () => {
  const root = mkdtempSync(join(tmpdir(), 'wiggum-own-'))
  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const steps = recorded()
  const usage = { input_tokens: 100, output_tokens: 10, cost_usd: 0.5, turns: 2, cache_read_tokens: 4 }
  const start = { archetype: 'maker', agent: 'Claude Code', name: 'claude', model: 'm-1', attempt: 1 }
  put(
    '.wiggum/events/r-1.jsonl',
    lines(
      event(1, 'run.start', { task: 'Fix the sum' }),
      event(2, 'agent.start', { ...start, step: 'maker' }),
      event(3, 'agent.complete', { step: 'maker', attempt: 1, usage }),
      event(4, 'agent.start', { ...start, step: 'guardian' }),
      event(5, 'agent.failed', { step: 'guardian', attempt: 1, cause: 'limit', usage }),
      event(6, 'agent.start', { ...start, step: '../../../etc' }),
      event(7, 'run.complete', { status: 'merged', exit_code: 0 }),
    ),
  )
  const shared = steps.map((step, index) => ({ ...step, share: (index + 1) / 4 }))
  // The conversation went on after an interruption: its steps are counted anew.
  put('.wiggum/artifacts/r-1/steps/maker-1.jsonl', lines(...shared, ...shared, { index: 'x' }))
  const { runs, file } = await takeFile(join(root, '.wiggum/events/r-1.jsonl'))
  expect(file.importer?.id).toBe('wiggum')
  expect(runs.map(({ head }) => head.id)).toEqual(['r-1/maker-1', 'r-1/maker-1#2', 'r-1/guardian-1'])
  expect(runs[0]!.all).toEqual(steps)
  expect(runs[0]!.shares).toEqual([0.25, 0.5])
  expect(runs[0]!.head).toMatchObject({ agent: 'claude', model: 'm-1', task: 'Fix the sum', writes: true })
  expect(runs.map(({ head }) => head.resolved)).toEqual([true, true, null])
  expect(runs.map(({ how }) => how)).toEqual([null, 'finished', 'cut'])
  expect(runs[1]!.spent).toEqual({ input: 100, output: 10, usd: 0.5, cached: 4 })
  expect(file.problems).toEqual([{ kind: 'unknown', what: 'a line that is no agent step', count: 1 }])
  rmSync(root, { recursive: true })
})
