import { expect } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import type { EventData, WiggumEvent } from '../../src/core/events.ts'
import { claudeOnPath, type Ended, events, makeWorld, result, type World, wiggum } from '../support/cli.ts'
import { TASK } from '../support/scenarios.ts'

export type Turn = Scenario['roles'][string][number]

/** One run of the real program, and what can be said about it afterwards. */
export interface Played {
  world: World
  run: Ended
  log: WiggumEvent[]
  said: ReturnType<typeof result>
  /** The target branch before the run. */
  before: string
}

/** A world of its own, gone afterwards whatever happens. */
export async function inWorld<T>(
  files: Record<string, string> | undefined,
  work: (world: World) => Promise<T>,
): Promise<T> {
  const world = makeWorld(files)
  try {
    return await work(world)
  } finally {
    world.end()
  }
}

export async function play(
  world: World,
  scenario: Scenario,
  args: string[] = [],
  task = TASK,
): Promise<Played> {
  claudeOnPath(world, scenario)
  return carryOn(world, ['run', task, ...args])
}

/** Any command that carries a run on: `run`, `approve`, `reject`, `resume`. */
export async function carryOn(
  world: World,
  args: string[],
  env: Record<string, string> = {},
): Promise<Played> {
  const before = mainOf(world)
  const run = await wiggum(world, [...args, '--json'], env)
  return { world, run, log: events(run), said: result(run), before }
}

export function mainOf(world: World): string {
  return world.git('rev-parse', 'main').trim()
}

/** The data of every event of one type. */
export function dataOf<T extends WiggumEvent['type']>({ log }: Played, type: T): EventData[T][] {
  // The filter picks events of that very type, so their data is of it too.
  return log.filter((event) => event.type === type).map((event) => event.data as EventData[T])
}

/** One merge commit on the target that names the run, in a checkout that is up to date and clean. */
export function expectLanded(played: Played): void {
  const { world, run, said, before } = played
  expect(run.code, told(played)).toBe(0)
  const [head, parents = '', trailer] = world
    .git('log', '-1', '--format=%H%n%P%n%(trailers:key=Wiggum-Run,valueonly,separator=%x2C)', 'main')
    .split('\n')
  expect([head, trailer]).toEqual([said.merged, said.run_id])
  expect(parents.split(' ')).toHaveLength(2)
  expect(parents.split(' ')[0]).toBe(before)
  expect(world.git('symbolic-ref', '--short', 'HEAD').trim()).toBe('main')
  expect(world.git('status', '--porcelain')).toBe('')
}

/** Landed, and nobody was suspected, asked or contradicted on the way. */
export function expectLandedQuietly(played: Played): void {
  expectLanded(played)
  expect(dataOf(played, 'work.inspected').flatMap(({ findings }) => findings)).toEqual([])
  expect(dataOf(played, 'gate.opened')).toEqual([])
  expect(dataOf(played, 'evidence.downgrade')).toEqual([])
  expect(dataOf(played, 'shadow.detected')).toEqual([])
}

/** The target did not move, the checkout is as it was, and one sentence says why. */
export function expectNotLanded(played: Played, why: RegExp): void {
  const { world, run, said, before } = played
  expect(run.code, told(played)).not.toBe(0)
  expect(run.code).toBe(said.exit_code)
  expect(mainOf(world)).toBe(before)
  expect(world.git('status', '--porcelain')).toBe('')
  expect(dataOf(played, 'run.merged')).toEqual([])
  expect(said.merged).toBeNull()
  expect(said.reason).toMatch(why)
  expect(said.reason).not.toContain('\n')
}

export function told({ run, said }: Played): string {
  return `exit ${run.code}: ${said.reason ?? run.stdout.slice(-600)} ${run.stderr}`.trim()
}
