import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { ended, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { logged, runIds, worldKeeper } from './run-log.ts'
import {
  landed,
  notes,
  project,
  putQueue,
  queueOf,
  sprint,
  sprintRecords,
  sprintWith,
  startSprint,
  statuses,
  until,
} from './sprint-play.ts'

// Some runs each, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 })
const worlds = worldKeeper()
afterAll(worlds.end)
let child: ChildProcess | null = null
afterEach(() => {
  child?.kill('SIGKILL')
  child = null
})

/** A Maker that never ends in its first call for the task b; `mark` says that it is there. */
function hangsOnce(mark: string) {
  return notes(
    `case "$WIGGUM_RUN_ID" in *note-b) if [ ! -e '${mark}' ]; then touch '${mark}'; sleep 600; fi;; esac`,
  )
}

test('killed in the middle of the second task: the first is not repeated, the second goes on under its own run', async () => {
  const world = worlds.fresh(project)
  putQueue(world, [{ id: 'a' }, { id: 'b', depends_on: ['a'] }])
  const mark = join(world.dir, 'b-began')
  child = startSprint(world, hangsOnce(mark))
  const over = ended(child)
  await until(() => existsSync(mark))
  child.kill('SIGKILL')
  await over
  const [a, b] = queueOf(world)
  expect(statuses(world)).toEqual({ a: 'done', b: 'in_progress' })
  const before = logged(world, a!.run!).length
  const again = await sprint(world, [], hangsOnce(mark))
  expect(again.code).toBe(0)
  expect(landed(world)).toEqual(['a', 'b'])
  expect(runIds(world)).toEqual([a!.run, b!.run])
  expect(logged(world, a!.run!)).toHaveLength(before)
  expect(logged(world, b!.run!).map(({ type }) => type)).toContain('run.resumed')
})

test('stopped with Ctrl-C (130), the task is kept and the next sprint goes on with its run', async () => {
  const world = worlds.fresh(project)
  putQueue(world, [{ id: 'b' }, { id: 'c' }])
  const mark = join(world.dir, 'b-began')
  child = startSprint(world, hangsOnce(mark))
  const over = ended(child)
  await until(() => existsSync(mark))
  const second = await sprint(world)
  expect(second.code, 'one sprint at a time').toBe(3)
  expect(second.stderr).toContain(`The queue .wiggum/queue.json is being worked on by process ${child.pid}.`)
  child.kill('SIGINT')
  expect((await over).code).toBe(130)
  expect(statuses(world)).toEqual({ b: 'in_progress', c: 'pending' })
  const { run } = queueOf(world)[0]!
  expect((await sprint(world)).code).toBe(0)
  expect(queueOf(world)[0]!.run).toBe(run)
  expect(runIds(world)).toHaveLength(2)
})

// Between 'linked' and 'ended' the run has places of its own.
const PLACES = ['begun', 'started', 'linked', 'ended', 'noted', 'marked', 'checkpointed']

for (const [places, options] of inTiers(PLACES, 7))
  test.each(places)(
    'killed at "%s", the next sprint ends as if nothing had happened',
    options,
    async (place) => {
      const world = worlds.fresh(project)
      world.write('.wiggum/config.yaml', 'checkpoint: { tasks: 1 }\n')
      putQueue(world, [{ id: 'a' }])
      expect((await sprintWith(world, { WIGGUM_FAILPOINT: `1@sprint:${place}` })).code).toBeNull()
      const again = await sprint(world, ['--json'])
      expect(again.code).toBe(0)
      expect(statuses(world)).toEqual({ a: 'done' })
      expect(landed(world)).toEqual(['a'])
      expect(runIds(world)).toHaveLength(1)
      const all = sprintRecords(await wiggum(world, ['sprint', '--json']))
      expect(all.map(({ type }) => type)).toEqual(['sprint.start', 'sprint.end'])
    },
  )
