import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { JUDGE } from '../archetypes/archetype.ts'
import { archetypes as builtIn } from '../archetypes/index.ts'
import type { Config } from '../config/schema.ts'
import type { Chains } from '../core/chains.ts'
import type { EventData } from '../core/events.ts'
import { applyEvent } from '../core/fold.ts'
import type { Choice } from '../core/selection.ts'
import { initialState, type RunState } from '../core/state.ts'
import type { Sandbox } from '../sandbox/box.ts'
import { cannotWrite, errorCode } from '../store/environment-error.ts'
import { readInbox, takeItem } from '../store/inbox.ts'
import { type Journal, openJournal } from '../store/journal.ts'
import { ensureLayout, type Layout } from '../store/layout.ts'
import { type Lock, tryLock } from '../store/lock.ts'
import { claimRunId } from '../store/run-id.ts'
import { VERSION } from '../version.ts'
import { type Repository, refNames, workFolder } from '../workspace/repository.ts'
import { listRescues } from '../workspace/rescue.ts'
import { openVault } from '../workspace/vault.ts'
import { removeWork } from '../workspace/workspace.ts'
import { planAdoption, type StartFrom } from './adoption.ts'
import { agentTable, chooseAgents } from './choose-agents.ts'
import { type Listener, type RunContext, record } from './context.ts'
import { failpointsFrom } from './failpoints.ts'
import { loadContext } from './load-context.ts'
import { loggedPolicy } from './logged-policy.ts'
import { ownDetectors } from './own-detectors.ts'
import { EXIT, Problem } from './problem.ts'
import type { Project } from './project.ts'
import { resolveTarget, verifyPlan } from './start-plan.ts'
import { sameSandbox, startSandbox } from './start-sandbox.ts'
import { keepStateFile } from './state-file.ts'

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
  dryRun: boolean
  startFrom: StartFrom | null
  loop: NonNullable<EventData['run.start']['loop']>
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
  const { repo, layout, config, hooks, sources, workflows, archetypes } = project
  const { sandbox, why } = await startSandbox(config, env)
  const { target, base: tip } = await resolveTarget(repo, wish.target ?? config.git.target)
  const adoption = wish.startFrom && (await planAdoption(repo, layout, wish.startFrom))
  const base = adoption?.base ?? tip
  const judge = config.judge.agent === null ? {} : { [JUDGE]: config.judge.agent }
  const roles = [...Object.keys(builtIn), ...archetypes.map(({ name }) => name), ...Object.keys(judge)]
  const wished = { flag: wish.agent, agent: config.agent, agents: { ...config.agents, ...judge }, roles }
  const { agents, choice } = await chooseAgents(wished, { path: env.PATH ?? '', acp: config.acp })
  const detectors = await ownDetectors(project)
  const verify = await verifyPlan(repo, base, { config, checks: wish.checks })
  ensureLayout(layout)
  const { runId, journal } = claimRunId(
    layout,
    { task: wish.task, day: localDay() },
    await freeIn(repo, config, env),
  )
  const start: EventData['run.start'] = {
    task: wish.task,
    workflow: wish.workflowChoice.chosen,
    max_cycles: maxCycles(project, wish.workflowChoice.chosen),
    workflows,
    archetypes,
    detectors,
    choices: {
      workflow: wish.workflowChoice,
      strategy: wish.strategyChoice,
      ...(choice ? { agent: choice } : {}),
    },
    strategy: wish.strategyChoice.chosen,
    ...(wish.strategyChoice.chosen === 'loop' ? { loop: wish.loop } : {}),
    domain: wish.domain,
    adopts: adoption?.adopts ?? null,
    files: wish.files,
    base,
    target,
    branch: `${config.git.branch_prefix}${runId}`,
    policy: loggedPolicy(config),
    sources,
    agents,
    options: { merge: wish.merge, yes: wish.yes, allow: wish.allow, dry_run: wish.dryRun },
    verify,
    hooks,
    sandbox: { name: sandbox.name, why },
    wiggum_version: VERSION,
  }
  const lock = lockRun(layout, runId)
  try {
    const context = await openContext({
      project,
      webhook: config.stagnation.notifications.webhook,
      world,
      journal,
      state: initialState(runId),
      agents,
      sandbox,
    })
    record(context, { type: 'run.start', data: start })
    loadContext(context)
    return { context, release: () => release(context, lock) }
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
      webhook: project.config.stagnation.notifications.webhook,
      world,
      journal,
      state,
      agents: state.start.agents,
      sandbox: await sameSandbox(state.start.sandbox?.name ?? 'none', world.env),
    })
    dropOldStops(layout, runId)
    loadContext(context)
    await nameRescues(context)
    if (recovered)
      record(context, {
        type: 'journal.recovered',
        data: { set_aside: recovered.path, bytes: recovered.bytes },
      })
    return { context, release: () => release(context, lock) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A stop that was asked of an earlier life has been obeyed. */
function dropOldStops(layout: Layout, runId: string): void {
  for (const item of readInbox(layout, runId)) if (item.kind === 'stop') takeItem(layout, runId, item.id)
}

/** Killed between saving work and saying so: the ref is there, the log does not name it yet. */
async function nameRescues(context: RunContext): Promise<void> {
  const known = new Set(context.state.rescues.map((rescue) => rescue.ref))
  for (const { ref, commit } of await listRescues(context.vault)) {
    if (known.has(ref)) continue
    record(context, {
      type: 'rescue.saved',
      data: { ref, commit, reason: 'saved just before the run was cut off', files: 0 },
    })
  }
}

interface ContextParts {
  project: Project
  /** The one thing that a run does not take from its log. */
  webhook: string | null
  world: World
  journal: Journal
  state: RunState
  agents: Chains
  sandbox: Sandbox
}

async function openContext(parts: ContextParts): Promise<RunContext> {
  const { project, webhook, world, journal, state, agents, sandbox } = parts
  const { env, listeners } = world
  const { repo, layout, config } = project
  const vault = await openVault(repo, state.runId, workFolder(repo, state.runId, env))
  return {
    layout,
    vault,
    journal,
    state,
    config,
    webhook,
    env,
    agentFor: await agentTable(agents, { path: env.PATH ?? '', acp: config.acp ?? {} }),
    sandbox,
    meter: config.metering ? await startMetering() : null,
    running: new Map(),
    failpoints: failpointsFrom(env),
    listeners: [...listeners, keepStateFile(layout.document(state.runId), state)],
    abort: new AbortController(),
  }
}

/** Loaded only where it is asked for. */
async function startMetering(): Promise<RunContext['meter']> {
  const { startMeter } = await import('../metering/meter.ts')
  return startMeter()
}

function release({ meter, listeners }: RunContext, lock: Lock): void {
  for (const listener of listeners) listener.settle?.()
  meter?.close()
  lock.release()
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
function maxCycles({ config, workflows }: Project, workflow: string): number {
  const { max_cycles } = config.limits
  return max_cycles === 'auto' ? (workflows[workflow]?.max_cycles ?? 1) : max_cycles
}

/** Two worktrees have a `.wiggum` each, but one set of branches; making the run's folder is their claim. */
async function freeIn(
  repo: Repository,
  config: Config,
  env: Environment,
): Promise<(runId: string) => boolean> {
  const taken = new Set(
    await refNames(repo, [`refs/heads/${config.git.branch_prefix}`, 'refs/wiggum/rescue/']),
  )
  const used = (runId: string) =>
    taken.has(`refs/heads/${config.git.branch_prefix}${runId}`) || taken.has(`refs/wiggum/rescue/${runId}/1`)
  return (runId) => !used(runId) && makeFolder(workFolder(repo, runId, env))
}

function makeFolder(path: string): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST' && existsSync(path)) return false
    throw cannotWrite(path, cause)
  }
}

function localDay(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
