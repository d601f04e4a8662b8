import { afterAll, expect, test } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import type { WiggumEvent } from '../../src/core/events.ts'
import { scenarioFile, type World, wiggumProcess } from '../support/cli.ts'
import { honest } from '../support/scenarios.ts'
import { SWEEPS } from '../support/sweeps.ts'
import { logged, merges, runIds, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

/** Small and quick: what is tested is how runs meet, not what they make. */
const PROJECT = { 'check.sh': 'test -f README.md\n', 'README.md': '# Two at once\n' }
const CONFIG = 'verify: { test: sh check.sh }\n'

/** Each run makes a file of its own, so that all of them can land. */
const OWN_FILE = 'echo "$WIGGUM_RUN_ID" > "$WIGGUM_RUN_ID.txt"'

function makers(): Scenario {
  const maker = [{ run: [OWN_FILE], commit: 'Add a file', contract: { status: 'DONE', summary: 'Added.' } }]
  return honest({ maker })
}

function freshWorld(): { world: World; agent: string } {
  const world = worlds.fresh({ ...PROJECT, '.wiggum/config.yaml': CONFIG })
  return { world, agent: scenarioFile(world, makers()) }
}

interface Landing {
  run: string
  from: string
  to: string
  previous: string
  commit: string
}

/** From the intent to the moment the branch had moved. */
function landings(world: World): Landing[] {
  return runIds(world).map((run) => {
    const log = logged(world, run)
    const merged = lastOf(log, 'run.merged')
    const intent = lastOf(log.slice(0, log.indexOf(merged)), 'land.start')
    // Narrowed by type above.
    const { previous, commit } = merged.data as { previous: string; commit: string }
    return { run, from: intent.ts, to: merged.ts, previous, commit }
  })
}

function lastOf(log: WiggumEvent[], type: WiggumEvent['type']): WiggumEvent {
  const found = log.findLast((event) => event.type === type)
  if (!found) throw new Error(`no ${type} in the log`)
  return found
}

/** Each landing started from what the one before it left, and no two were under way at once. */
function expectOneAtATime(world: World, base: string): void {
  const inOrder = landings(world).sort((one, other) => one.to.localeCompare(other.to))
  let tip = base
  for (const [at, landing] of inOrder.entries()) {
    expect(landing.previous).toBe(tip)
    tip = landing.commit
    if (at > 0) expect(landing.from >= inOrder[at - 1]!.to).toBe(true)
  }
  expect(world.git('rev-parse', 'main').trim()).toBe(tip)
}

test('CC1: pairs of runs in one repository: both finish, one merge at a time, each merge exactly once', {
  tags: 'deep',
}, async () => {
  const PAIRS = SWEEPS ? 50 : 6
  const { world, agent } = freshWorld()
  const base = world.git('rev-parse', 'main').trim()
  for (let pair = 1; pair <= PAIRS; pair++) {
    const runs = await Promise.all(
      ['left', 'right'].map((side) => wiggumProcess(world, ['run', `Add ${side} ${pair}`, '--agent', agent])),
    )
    expect(
      runs.map((run) => run.code),
      runs.map((run) => run.stderr + run.stdout).join('\n'),
    ).toEqual([0, 0])
  }
  expect(runIds(world)).toHaveLength(2 * PAIRS)
  expect(merges(world).sort()).toEqual(runIds(world))
  expectOneAtATime(world, base)
  for (const run of runIds(world)) expect(world.git('show', `main:${run}.txt`).trim()).toBe(run)
  expect(world.git('status', '--porcelain')).toBe('')
  expect(world.git('fsck', '--no-dangling')).toBe('')
})

test('CC3: the same task started four times at once: four ids, four runs that finish, four merges', async () => {
  const { world, agent } = freshWorld()
  const base = world.git('rev-parse', 'main').trim()
  const starts = Array.from({ length: 4 }, () =>
    wiggumProcess(world, ['run', 'Add one more', '--agent', agent]),
  )
  const runs = await Promise.all(starts)
  expect(
    runs.map((run) => run.code),
    runs.map((run) => run.stderr + run.stdout).join('\n'),
  ).toEqual([0, 0, 0, 0])
  const suffixes = runIds(world).map((id) => /^\d{4}-\d\d-\d\d-add-one-more(-\d)?$/.exec(id)?.[1])
  expect(suffixes).toEqual([undefined, '-2', '-3', '-4'])
  expect(merges(world).sort()).toEqual(runIds(world))
  expectOneAtATime(world, base)
  expect(world.git('status', '--porcelain')).toBe('')
}, 600_000)
