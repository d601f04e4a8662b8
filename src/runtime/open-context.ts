import { allAgents, type Chains } from '../core/chains.ts'
import type { RunState } from '../core/state.ts'
import type { Sandbox } from '../sandbox/box.ts'
import { learnSecret, learnSecrets } from '../secrets/known.ts'
import type { Journal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'
import { type Lock, tryLock } from '../store/lock.ts'
import type { Vault } from '../workspace/vault.ts'
import { workFolder } from '../workspace/work-folder.ts'
import type { Machine } from './choose-agents.ts'
import type { Host, Listener, RunContext } from './context.ts'
import { type Failpoints, failpointsFrom } from './failpoints.ts'
import { recallSecrets } from './kept-secrets.ts'
import { type Outside, realOutside } from './outside.ts'
import { mayLeave } from './perform/held-work.ts'
import { Busy, EXIT } from './problem.ts'
import type { Project } from './project.ts'
import { keepStateFile } from './state-file.ts'

export type Environment = Record<string, string | undefined>

/** What a run gets from whoever starts it. */
export interface World {
  env: Environment
  listeners: Listener[]
  /** The session that calls us, where one does. */
  host?: Host
  /** The crash simulator gives a world in memory; without it, git and processes are real. */
  outside?: Outside
  /** The crash simulator gives its own; without it, the environment variables decide. */
  failpoints?: Failpoints
}

export interface OpenRun {
  context: RunContext
  release(): void
}

interface ContextParts {
  project: Pick<Project, 'repo' | 'layout' | 'config'>
  /** The one thing that a run does not take from its log. */
  webhook: string | null
  world: World
  journal: Journal
  state: RunState
  agents: Chains
  sandbox: Sandbox
}

export async function openContext(parts: ContextParts): Promise<RunContext> {
  const { project, webhook, world, journal, state, agents, sandbox } = parts
  const { env, listeners, host = null, outside = realOutside } = world
  learnSecrets(env)
  if (webhook !== null) learnSecret('the address of the webhook', webhook)
  const { repo, layout, config } = project
  const opened = await outside.openVault(repo, state.runId, workFolder(repo, state.runId, env))
  recallSecrets(opened)
  const vault: Vault = { ...opened, mayLeave: (commit) => mayLeave({ outside, vault, state }, commit) }
  return {
    layout,
    outside,
    vault,
    journal,
    state,
    config,
    webhook,
    env,
    agentFor: await agentsOf(agents, { path: env.PATH ?? '', acp: config.acp ?? {} }),
    sandbox,
    meter: config.metering ? await startMetering() : null,
    running: new Map(),
    failpoints: world.failpoints ?? failpointsFrom(env),
    host,
    listeners: [...listeners, keepStateFile(layout.document(state.runId), state)],
    abort: new AbortController(),
  }
}

/** A session that plays every role itself needs nobody to be looked for. */
async function agentsOf(agents: Chains, machine: Machine): Promise<RunContext['agentFor']> {
  if (allAgents(agents).length === 0)
    return (name) => {
      throw new Error(`the agent "${name}" is called in a session that plays every role itself`)
    }
  const { agentTable } = await import('./choose-agents.ts')
  return agentTable(agents, machine)
}

/** Loaded only where it is asked for. */
async function startMetering(): Promise<RunContext['meter']> {
  const { startMeter } = await import('../metering/meter.ts')
  return startMeter()
}

export function release({ meter, listeners }: RunContext, lock: Lock): void {
  for (const listener of listeners) listener.settle?.()
  meter?.close()
  lock.release()
}

export function lockRun(layout: Layout, runId: string): Lock {
  const attempt = tryLock(layout.lock(`run-${runId}`))
  if (attempt.held) return attempt.lock
  const who = attempt.owner ? ` by process ${attempt.owner.pid}` : ''
  throw new Busy(
    EXIT.environment,
    `The run ${runId} is being worked on${who}`,
    `Watch it with: wiggum status ${runId}. Stop it with: wiggum stop ${runId}.`,
  )
}
