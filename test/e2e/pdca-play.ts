import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoProject, demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import type { DemoName, DemoScenario } from '../../src/agents/scripted/demo-scenario.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import type { EventOf, WiggumEvent } from '../../src/core/events.ts'
import { claudeOnPath, makeWorld, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { logged, runId } from './run-log.ts'

/** A demo's story, played by `wiggum run` without the pauses for the eye. */
export interface Played {
  world: World
  code: number | null
  stderr: string
  events: WiggumEvent[]
  /** Paths below the run's artifact folder, in order. */
  artifacts: string[]
  artifact(name: string): string
}

export type Player = 'scripted' | 'claude'

export function withoutPauses(scenario: Scenario): Scenario {
  const roles = Object.entries(scenario.roles).map(([role, turns]) => [
    role,
    turns.map((turn) => ({ ...turn, delay_ms: 0 })),
  ])
  return { ...scenario, roles: Object.fromEntries(roles) }
}

export async function playStory(name: DemoName, player: Player = 'scripted'): Promise<Played> {
  const demo = demoScenarios[name]
  return playDemo({ ...demo, scenario: withoutPauses(demo.scenario) }, player)
}

export async function playDemo(demo: DemoScenario, player: Player = 'scripted'): Promise<Played> {
  const world = makeWorld({ ...demoProject, ...demo.files })
  if (player === 'claude') claudeOnPath(world, demo.scenario)
  const agent = player === 'claude' ? 'claude' : scenarioFile(world, demo.scenario)
  const args = [
    ...['run', demo.task, '--json', '--agent', agent],
    ...['--strategy', demo.strategy, '--workflow', demo.workflow],
  ]
  // The base is chosen before the first event is printed: what is committed now came later.
  let meanwhile: Record<string, string> | null = demo.meanwhile ?? null
  const { code, stderr } = await wiggum(world, args, {}, world.repo, {
    onOutput: () => {
      if (meanwhile) commitMeanwhile(world, meanwhile)
      meanwhile = null
    },
  })
  const folder = join(world.repo, '.wiggum/artifacts', runId(world))
  return {
    world,
    code,
    stderr,
    events: logged(world),
    artifacts: readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort(),
    artifact: (path) => readFileSync(join(folder, path), 'utf8'),
  }
}

function commitMeanwhile(world: World, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) world.write(path, content)
  world.git('add', '--', ...Object.keys(files))
  world.git('commit', '-q', '-m', 'A change by somebody else')
}

export function eventsOf<T extends WiggumEvent['type']>(played: Played, type: T): EventOf<T>['data'][] {
  const found = played.events.filter((event) => event.type === type)
  // The filter is by the event's own type; TypeScript cannot follow that correlation for a generic.
  return (found as unknown as EventOf<T>[]).map((event) => event.data)
}

/** Steps in the order they began; those that work side by side are put in order, as chance decides it. */
export function stepsOf(played: Played): string[] {
  const sorted: string[] = []
  for (const { step } of eventsOf(played, 'agent.start')) {
    let at = sorted.length
    while (at > 0 && groupOf(sorted[at - 1]!) === groupOf(step) && sorted[at - 1]! > step) at--
    sorted.splice(at, 0, step)
  }
  return sorted
}

function groupOf(step: string): string {
  return /^\d+-(?:do|check-(?!guardian))/.exec(step)?.[0] ?? step
}

/** At most so many at once. */
export function pool(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = size
  return async (work) => {
    if (free === 0) await new Promise<void>((go) => waiting.push(go))
    else free--
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
