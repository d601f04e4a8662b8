import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { WiggumEvent } from '../../../src/core/events.ts'
import { logged, runId } from '../../e2e/run-log.ts'
import { living, unique, until } from '../../runtime/fixtures/processes.ts'
import { ended, start } from '../../support/cli.ts'
import { clis } from './clis.ts'
import type { Script, Turn } from './model-server/script.ts'
import { honest, TASK } from './plays.ts'
import { type AgentWorld, leftBehind } from './world.ts'

/** What the tests of faults share; `faults-*.test.ts` has the matrix, one file an agent. */

export type Faulty = 'claude' | 'codex'

export interface FaultRun {
  code: number | null
  said: string
  events: WiggumEvent[]
}

export function begin(world: AgentWorld, name: Faulty, ...args: string[]) {
  const agent = clis[name].agent
  const child = start(world, ['run', TASK, '--strategy', 'pipeline', '--agent', agent, ...args])
  return { child, done: ended(child) }
}

export async function runToEnd(world: AgentWorld, name: Faulty): Promise<FaultRun> {
  return conclude(world, begin(world, name).done)
}

export async function conclude(world: AgentWorld, done: ReturnType<typeof begin>['done']): Promise<FaultRun> {
  const { code, stdout, stderr } = await done
  return { code, said: stdout + stderr, events: logged(world) }
}

/** The model fails until the first call of an agent has come to nothing; from then on it is well. */
export async function failsThenMends(world: AgentWorld, name: Faulty): Promise<FaultRun> {
  const { done } = begin(world, name)
  await until(() => sofar(world).some(({ type }) => type === 'agent.failed'), 120_000)
  world.model.play(honest())
  return conclude(world, done)
}

/** The log while the run may not have begun. */
function sofar(world: AgentWorld): WiggumEvent[] {
  const folder = join(world.repo, '.wiggum/events')
  const isThere = existsSync(folder) && readdirSync(folder).some((name) => name !== 'index.jsonl')
  return isThere ? logged(world, runId(world)) : []
}

/** The Creator is the first to ask: what it meets, the run meets at once. */
export function creatorMeets(turn: Turn): Script {
  return honest({ Creator: [turn] })
}

/** A tool that never ends, and that no other process on the machine looks like. A plain `sleep` Claude Code refuses. */
export function endlessTool() {
  const word = `endless-${unique()}`
  const command = `node -e 'setInterval(() => {}, 1e6)' ${word}`
  // As an argument of its own: the shell around it has the word within a longer one.
  const there = () => living(`\0${word}\0`).length > 0
  return { deed: { tool: 'shell' as const, command }, there }
}

/** The agent's own process: the nearest to wiggum that runs the pinned program. */
export function agentPid(world: AgentWorld, name: Faulty): number {
  const mine = leftBehind(world).filter((line) => line.includes('/test/agents/node_modules/'))
  const [line] = mine.filter((each) => each.includes(name))
  if (!line) throw new Error(`${name} is not running`)
  return Number.parseInt(line, 10)
}
