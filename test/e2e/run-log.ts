import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoProject } from '../../src/agents/scripted/demo-project.ts'
import type { EventOf, WiggumEvent } from '../../src/core/events.ts'
import { makeWorld, type World } from '../support/cli.ts'

/** Worlds of one file, ended together: `afterAll(worlds.end)`. */
export function worldKeeper() {
  const kept: World[] = []
  return {
    fresh(files: Record<string, string> = demoProject): World {
      const world = makeWorld(files)
      kept.push(world)
      return world
    },
    end() {
      for (const world of kept) world.end()
    },
  }
}

export function runIds(world: World, root = world.repo): string[] {
  const folder = join(root, '.wiggum/events')
  if (!existsSync(folder)) return []
  const logs = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && name !== 'index.jsonl')
  return logs.map((name) => name.slice(0, -'.jsonl'.length)).sort()
}

/** The only run of the world. */
export function runId(world: World): string {
  const [id, second] = runIds(world)
  if (!id || second) throw new Error(`one run was expected, not ${runIds(world).join(', ') || 'none'}`)
  return id
}

/** The log as it is on the disk; a last line that is being written is left out. */
export function logged(world: World, id = runId(world)): WiggumEvent[] {
  const text = readFileSync(join(world.repo, '.wiggum/events', `${id}.jsonl`), 'utf8')
  const lines = text.split('\n').slice(0, -1)
  return lines.filter((line) => /^\{"v":[12],/.test(line)).map((line) => JSON.parse(line))
}

export function loggedOf<T extends WiggumEvent['type']>(world: World, type: T): EventOf<T>[] {
  // The filter is by the event's own type; TypeScript cannot follow that correlation for a generic.
  return logged(world).filter((event) => event.type === type) as unknown as EventOf<T>[]
}

export function reportOf(world: World): string {
  return readFileSync(join(world.repo, '.wiggum/artifacts', runId(world), 'report.md'), 'utf8')
}

/** How many merges of runs the branch holds. */
export function merges(world: World, branch = 'main'): string[] {
  const log = world.git(
    'log',
    '--merges',
    '--format=%(trailers:key=Wiggum-Run,valueonly,separator=%x2C)',
    branch,
  )
  return log.split('\n').filter(Boolean)
}
