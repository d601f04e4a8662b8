import { rmSync } from 'node:fs'
import type { Config } from '../config/schema.ts'
import type { EventData } from '../core/events.ts'
import { applyEvent } from '../core/fold.ts'
import type { Choice } from '../core/selection.ts'
import { initialState, type RunState } from '../core/state.ts'
import { workflows } from '../policy/workflows.ts'
import { type Journal, openJournal } from '../store/journal.ts'
import { ensureLayout, type Layout } from '../store/layout.ts'
import { type Lock, tryLock } from '../store/lock.ts'
import { claimRunId } from '../store/run-id.ts'
import { VERSION } from '../version.ts'
import { workFolder } from '../workspace/repository.ts'
import { openVault } from '../workspace/vault.ts'
import { removeWork } from '../workspace/workspace.ts'
import { agentTable, chooseAgents } from './choose-agents.ts'
import { type Listener, type RunContext, record } from './context.ts'
import { failpointsFrom } from './failpoints.ts'
import { EXIT, Problem } from './problem.ts'
import type { Project } from './project.ts'
import { resolveTarget, verifyPlan } from './start-plan.ts'

type Environment = Record<string, string | undefined>

export interface RunWish {
  task: string
  strategyChoice: Choice
  workflowChoice: Choice
  agent: string | null
  domain: 'code' | 'writing' | 'research'
  files: string[]
  checks: string[]
  target: string | null
  merge: boolean
  yes: boolean
  allow: string[]
}

/** What a run gets from whoever starts it. */
export interface World {
  env: Environment
  listeners: Listener[]
}

export interface OpenRun {
  context: RunContext
  release(): void
}

/** Everything is checked before anything is written: a run that cannot start leaves nothing behind. */
export async function startRun(project: Project, wish: RunWish, world: World): Promise<OpenRun> {
  const { env } = world
  const { repo, layout, config, hooks, sources } = project
  if (config.sandbox !== 'auto' && config.sandbox !== 'none')
    throw new Problem(
      EXIT.usage,
      `The sandbox "${config.sandbox}" is not in this version`,
      'Set sandbox to auto or none.',
    )
  const { target, base } = await resolveTarget(repo, wish.target ?? config.git.target)
  const agents = await chooseAgents(wish.agent ?? config.agent, config.agents, env.PATH ?? '')
  const verify = await verifyPlan(repo, base, { config, checks: wish.checks })
  ensureLayout(layout)
  const { runId, journal } = claimRunId(layout, wish.task, localDay())
  const start: EventData['run.start'] = {
    task: wish.task,
    workflow: wish.workflowChoice.chosen,
    max_cycles: maxCycles(config, wish.workflowChoice.chosen),
    workflows,
    strategy: wish.strategyChoice.chosen,
    domain: wish.domain,
    files: wish.files,
    base,
    target,
    branch: `${config.git.branch_prefix}${runId}`,
    policy: { ...config },
    sources,
    agents,
    options: { merge: wish.merge, yes: wish.yes, allow: wish.allow },
    verify,
    hooks,
    wiggum_version: VERSION,
  }
  const lock = lockRun(layout, runId)
  try {
    const context = await openContext({ project, world, journal, state: initialState(runId), agents })
    record(context, { type: 'run.start', data: start })
    record(context, { type: 'decision', data: { what: 'workflow', ...wish.workflowChoice } })
    record(context, { type: 'decision', data: { what: 'strategy', ...wish.strategyChoice } })
    return { context, release: () => lock.release() }
  } catch (error) {
    await unstart({ project, journal, env })
    lock.release()
    throw error
  }
}

/** A run without its first event does not exist: neither do its log and its folder. */
async function unstart({
  project,
  journal,
  env,
}: {
  project: Project
  journal: Journal
  env: Environment
}): Promise<void> {
  journal.close()
  if (journal.lastSeq > 0) return
  rmSync(journal.path, { force: true })
  await removeWork(workFolder(project.repo, journal.runId, env))
}

/** Opens a run that has a log: after a crash, a stop, a question or an ending. */
export async function reopenRun(project: Project, runId: string, world: World): Promise<OpenRun> {
  const { layout } = project
  const lock = lockRun(layout, runId)
  try {
    const state = initialState(runId)
    const { journal, recovered } = openJournal(layout.log(runId), runId, (event) => applyEvent(state, event))
    if (!state.start)
      throw new Problem(EXIT.environment, `The log of ${runId} holds no start`, 'Start the task again.')
    // The configuration of a run is the one it started with.
    const config = state.start.policy as unknown as Config
    const context = await openContext({
      project: { ...project, config },
      world,
      journal,
      state,
      agents: state.start.agents,
    })
    if (recovered)
      record(context, {
        type: 'journal.recovered',
        data: { set_aside: recovered.path, bytes: recovered.bytes },
      })
    return { context, release: () => lock.release() }
  } catch (error) {
    lock.release()
    throw error
  }
}

interface ContextParts {
  project: Project
  world: World
  journal: Journal
  state: RunState
  agents: Record<string, string>
}

async function openContext({ project, world, journal, state, agents }: ContextParts): Promise<RunContext> {
  const { env, listeners } = world
  const { repo, layout, config } = project
  const vault = await openVault(repo, state.runId, workFolder(repo, state.runId, env))
  return {
    layout,
    vault,
    journal,
    state,
    config,
    env,
    agentFor: await agentTable(agents, env.PATH ?? ''),
    failpoints: failpointsFrom(env),
    listeners,
    abort: new AbortController(),
  }
}

function lockRun(layout: Layout, runId: string): Lock {
  const attempt = tryLock(layout.lock(`run-${runId}`))
  if (attempt.held) return attempt.lock
  const who = attempt.owner ? ` by process ${attempt.owner.pid}` : ''
  throw new Problem(
    EXIT.environment,
    `The run ${runId} is being worked on${who}`,
    `Watch it with: wiggum status ${runId}. Stop it with: wiggum stop ${runId}.`,
  )
}

/** The configuration's number beats the workflow's; a pipeline does not go round and ignores both. */
function maxCycles(config: Config, workflow: string): number {
  const { max_cycles } = config.limits
  return max_cycles === 'auto' ? (workflows[workflow]?.max_cycles ?? 1) : max_cycles
}

function localDay(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
