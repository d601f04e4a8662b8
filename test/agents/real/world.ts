import { readdirSync, readFileSync } from 'node:fs'
import { demoProject } from '../../../src/agents/scripted/demo-project.ts'
import type { WiggumEvent } from '../../../src/core/events.ts'
import { end as killAll, until } from '../../runtime/fixtures/processes.ts'
import { type Ended, ended, makeWorld, start, type World } from '../../support/cli.ts'
import { BIN, type CliName, clis, furnish, isInstalled } from './clis.ts'
import type { Script } from './model-server/script.ts'
import { type ModelServer, startModelServer } from './model-server/server.ts'

/** A throw-away repository, a home with the agents' own settings, and a scripted model for all of them. */
export interface AgentWorld extends World {
  model: ModelServer
  /** Runs wiggum to its end. */
  wiggum(...args: string[]): Promise<Ended>
}

/** Codex keeps its sandbox helper in its home, which must not be under the temp folder. */
const PARENT = '/var/tmp'

const CALM = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_AUTOUPDATER: '1',
}

async function agentWorld(
  script: Script,
  names: CliName[] = ['claude', 'codex'],
  files = demoProject,
): Promise<AgentWorld> {
  const model = await startModelServer(script)
  const world = makeWorld(files, PARENT)
  Object.assign(world.env, { ...CALM, PATH: `${BIN}:${world.env.PATH}`, TERM: 'xterm-256color' })
  for (const name of names) {
    Object.assign(world.env, clis[name].env(model.url))
    furnish(world.env.HOME ?? '', clis[name].home(model.url))
  }
  const end = () => {
    // Nothing should be there; after a test that failed there may be.
    killAll(leftBehind(world).map((line) => Number.parseInt(line, 10)))
    world.end()
    void model.close()
  }
  return { ...world, model, end, wiggum: (...args) => ended(start(world, args)) }
}

/** Worlds of one file, ended together: `afterAll(keeper.end)`. */
export function agentWorlds() {
  const kept: AgentWorld[] = []
  return {
    async fresh(script: Script, names?: CliName[], files?: Record<string, string>): Promise<AgentWorld> {
      const world = await agentWorld(script, names, files)
      kept.push(world)
      return world
    },
    end() {
      for (const world of kept) world.end()
    },
  }
}

/** Everything that runs with the world's folder in its environment, its arguments or as its place. */
export function leftBehind(world: World): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids.filter((pid) => belongs(pid, world.dir)).map((pid) => `${pid} ${part(pid, 'cmdline')}`)
}

function belongs(pid: string, dir: string): boolean {
  if (part(pid, 'stat').includes(') Z ')) return false
  return part(pid, 'environ').includes(dir) || part(pid, 'cmdline').includes(dir)
}

function part(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** What is left of the world's processes once the last of them had a moment to end. */
export async function orphans(world: World): Promise<string[]> {
  await until(() => leftBehind(world).length === 0, 3_000)
  return leftBehind(world)
}

/** True if it may be left out: it is not installed, and nobody asked for everything. */
export function isMissing(...names: CliName[]): boolean {
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length > 0 && process.env.WIGGUM_TEST_REQUIRE_ALL === '1')
    throw new Error(`${missing.join(', ')} is not installed; run \`npm ci --prefix test/agents\``)
  return missing.length > 0
}

export function ofType<T extends WiggumEvent['type']>(events: WiggumEvent[], type: T) {
  return events.filter((event): event is Extract<WiggumEvent, { type: T }> => event.type === type)
}

export { until }
