import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Call } from '../../src/cli/command.ts'
import { sprint as spec } from '../../src/cli/commands/sprint.ts'
import { taskCall } from '../../src/cli/sprint-call.ts'
import { closeSprint } from '../../src/cli/sprint-close.ts'
import { breakEnding, maxTasksEnding } from '../../src/cli/sprint-endings.ts'
import type { Sprint } from '../../src/cli/sprint-open.ts'
import { historyOf } from '../../src/sprint/history.ts'
import { openSprintLog } from '../../src/sprint/log.ts'
import { sprintPlace } from '../../src/sprint/place.ts'
import { sameEnd } from '../../src/sprint/same-end.ts'
import type { TaskView } from '../../src/sprint/view.ts'
import { ensureLayout, layoutOf } from '../../src/store/layout.ts'

const root = mkdtempSync(join(tmpdir(), 'wiggum-sprint-endings-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const call = (options: Call['options'] = {}, out: Call['out'] = () => {}): Call => ({
  args: [],
  options,
  json: true,
  cwd: root,
  env: {},
  out,
})

describe('--max-tasks', () => {
  const quality = { landed: true, red: 0, rounds: 1, findings: 0, files: 1, corrections: 0 }
  function worked(id: string, exit: number): TaskView {
    const status = exit === 0 ? 'done' : exit === 20 || exit === 11 ? 'in_progress' : 'failed'
    const rest = { reason: '', quality, spend: { usd: 0, tokens: 0 }, unknown_calls: 0, took_ms: 0, at: '' }
    const waits = exit === 20 ? { question: 'Sure?', command: `wiggum approve run-${id}` } : null
    return {
      task: { id, task: id, run: `run-${id}`, status },
      end: { task: id, run: `run-${id}`, exit, ...rest },
      waits,
    }
  }

  it.each([
    [[0, 0], 0],
    [[0, 12], 10],
    [[0, 20], 20],
    [[12, 20], 20],
    [[0, 11], 11],
  ])('after tasks that ended with %j exits with %i', (exits, exit) => {
    const ending = maxTasksEnding(exits.map((each, n) => worked(`t${n}`, each)))
    expect(ending).toMatchObject({ status: 'max-tasks', exit, over: false })
    expect(ending.reason).toContain('2 tasks were worked on, as asked')
    expect(ending.next.at(-1)).toBe('wiggum sprint')
  })

  it('says what failed, and how to look at it', () => {
    const ending = maxTasksEnding([worked('a', 12)])
    expect(ending.reason).toBe('1 task was worked on, as asked; 1 task failed or blocked')
    expect(ending.next[0]).toBe('wiggum explain run-a')
  })
})

describe('a run that was left again', () => {
  const left = (exit: number, usd: number, tokens: number) => ({ exit, spend: { usd, tokens } })

  it('is noted again if its exit code, its money or its tokens differ, and else not', () => {
    expect(sameEnd(left(20, 0, 5), left(20, 0, 5))).toBe(true)
    expect(sameEnd(left(20, 0, 5), left(20, 0, 9))).toBe(false)
    expect(sameEnd(left(20, 0.1, 5), left(20, 0.2, 5))).toBe(false)
    expect(sameEnd(left(20, 0, 5), left(0, 0, 5))).toBe(false)
    expect(sameEnd(undefined, left(0, 0, 0))).toBe(false)
  })
})

it('whatever a task’s run is given by its sprint, the sprint has a flag for', () => {
  const flags = (spec.options ?? []).map(({ flags }) => /--([\w-]+)/.exec(flags)?.[1] ?? '')
  const names = flags.map((name) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
  const given = taskCall(call({ model: 'opus', allow: ['deletion'] }), { id: 'a', task: 'a' }).options
  expect(given).toMatchObject({ model: 'opus', allow: ['deletion'] })
  for (const name of Object.keys(given)) expect(names).toContain(name)
})

it('a break that a crash came right after is the end of its sprint', () => {
  const layout = layoutOf(root)
  ensureLayout(layout)
  const place = sprintPlace(layout, root, null)
  writeFileSync(place.queue, '[]')
  const log = openSprintLog(place.log)
  const budget = { usd: null, tokens: null }
  log.append({ type: 'sprint.start', data: { queue: 'q', budget } })
  const crash = new Error('killed')
  const record: Sprint['record'] = (draft) => {
    if (draft.type === 'sprint.end') throw crash
    log.append(draft)
  }
  const parts = {
    call: call(),
    place,
    policy: { budget, rules: {} },
    record,
    history: () => historyOf(log.records)!,
  }
  // Of the project, only where its files lie is asked for.
  const sprint = { ...parts, project: { layout } } as unknown as Sprint
  expect(() => closeSprint(sprint, breakEnding({ failed: [], evidence: ['three failed'] }))).toThrow(crash)
  expect(log.records.map(({ type }) => type)).toEqual(['sprint.start', 'wiggum.break'])
  expect(historyOf(log.records)).toBeNull()
  expect(readFileSync(place.controlCenter, 'utf8')).toContain('hard-break')
})
