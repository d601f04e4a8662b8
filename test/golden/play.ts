import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoProject, demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import type { DemoName, DemoScenario } from '../../src/agents/scripted/demo-scenario.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { withoutPauses } from '../e2e/pdca-play.ts'
import { runIds } from '../e2e/run-log.ts'
import { type Ended, ended, makeWorld, scenarioFile, start, type World, wiggum } from '../support/cli.ts'

/** Where the worlds of a recording stand: what a log says of paths is nobody's own. */
export const PLACE = '/opt/wiggum-golden'

/** A log as it was written, and how the world that it is of is taken down. */
export interface Recorded {
  log: Buffer
  end(): void
}

export function newWorld(files: Record<string, string> = {}): World {
  return makeWorld({ ...demoProject, ...files }, PLACE)
}

/** The world's last run, or the only one. */
export function recorded(world: World): Recorded {
  const id = runIds(world).at(-1)
  if (id === undefined) throw new Error('nothing was recorded')
  return { log: logOf(world, id), end: world.end }
}

function logOf(world: World, id: string): Buffer {
  return readFileSync(join(world.repo, '.wiggum/events', `${id}.jsonl`))
}

export function must(run: Ended, code: number | null): Ended {
  if (run.code === code) return run
  throw new Error(`ended with ${run.code} instead of ${code}: ${run.stdout.slice(-400)}${run.stderr}`)
}

/** One of the demo's stories, without its pauses. */
export async function story(name: DemoName, over: Partial<DemoScenario> = {}): Promise<World> {
  return tale({ ...demoScenarios[name], ...over })
}

export async function tale(demo: DemoScenario): Promise<World> {
  const world = newWorld(demo.files)
  const agent = scenarioFile(world, withoutPauses(demo.scenario))
  const flags = ['--strategy', demo.strategy, '--workflow', demo.workflow]
  const child = start(world, ['run', demo.task, '--json', '--agent', agent, ...flags])
  if (demo.meanwhile) child.stdout?.once('data', () => commit(world, demo.meanwhile!))
  must(await ended(child), demo.resumes ? 14 : demo.expected)
  return world
}

export function commit(world: World, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) world.write(path, content)
  world.git('add', '-f', '--', ...Object.keys(files))
  world.git('commit', '-q', '-m', 'A change by somebody else')
}

export function runArgs(world: World, scenario: Scenario, ...more: string[]): string[] {
  const agent = scenarioFile(world, scenario)
  return ['run', demoScenarios.happy.task, '--json', '--agent', agent, ...more]
}

export const run = (world: World, scenario: Scenario, ...more: string[]): Promise<Ended> =>
  wiggum(world, runArgs(world, scenario, ...more))
