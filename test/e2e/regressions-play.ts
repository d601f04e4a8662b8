import { demoProject } from '../../src/agents/scripted/demo-project.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import type { WiggumEvent } from '../../src/core/events.ts'
import { until } from '../runtime/fixtures/processes.ts'
import { type Ended, ended, scenarioFile, start, type World, wiggum } from '../support/cli.ts'
import { TASK } from '../support/scenarios.ts'
import { logged, runIds } from './run-log.ts'

export type Turn = Scenario['roles'][string][number]

/** The demo project with further files, or others in their place. */
export function project(files: Record<string, string>): Record<string, string> {
  return { ...demoProject, ...files }
}

export function play(world: World, scenario: Scenario, ...more: string[]): Promise<Ended> {
  return wiggum(world, runArgs(world, scenario, ...more))
}

export function runArgs(world: World, scenario: Scenario, ...more: string[]): string[] {
  return ['run', TASK, '--agent', scenarioFile(world, scenario), ...more]
}

/** A run that is still under way; `until` waits for one of its events to be in the log. */
export function underWay(world: World, args: string[]) {
  const child = start(world, args)
  const done = ended(child)
  const seen = (wanted: (event: WiggumEvent) => boolean) => () =>
    runIds(world).length > 0 && logged(world).some(wanted)
  return {
    child,
    done,
    async until(what: string, wanted: (event: WiggumEvent) => boolean): Promise<void> {
      if (await until(seen(wanted))) return
      child.kill('SIGKILL')
      throw new Error(`${what} did not happen: ${JSON.stringify(await done)}`)
    },
  }
}

export function begins(role: string): (event: WiggumEvent) => boolean {
  return (event) => event.type === 'agent.start' && event.data.archetype === role
}

export function asks(question: string, more: Partial<Turn> = {}): Turn {
  return { contract: { status: 'NEEDS_CONTEXT', notes: question }, ...more }
}
