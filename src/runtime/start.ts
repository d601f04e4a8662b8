import { rmSync } from 'node:fs'
import { JUDGE } from '../archetypes/archetype.ts'
import { archetypes as builtIn } from '../archetypes/index.ts'
import type { EventData } from '../core/events.ts'
import type { Choice } from '../core/selection.ts'
import { initialState } from '../core/state.ts'
import { hideSecrets } from '../secrets/known.ts'
import { artifactPath } from '../store/artifacts.ts'
import { writeAtomic } from '../store/files.ts'
import type { Journal } from '../store/journal.ts'
import { ensureLayout } from '../store/layout.ts'
import { VERSION } from '../version.ts'
import { workFolder } from '../workspace/work-folder.ts'
import { removeWork } from '../workspace/workspace.ts'
import { planAdoption, type StartFrom } from './adoption.ts'
import { chooseAgents } from './choose-agents.ts'
import { claimRun } from './claim-run.ts'
import { type RunContext, record } from './context.ts'
import { loadContext } from './load-context.ts'
import { loggedPolicy } from './logged-policy.ts'
import { type Environment, lockRun, type OpenRun, openContext, release, type World } from './open-context.ts'
import { ownDetectors } from './own-detectors.ts'
import { EXIT, Problem } from './problem.ts'
import type { Project } from './project.ts'
import { refuseSecretsInStart } from './refuse-secrets.ts'
import { privatePatch } from './restore-change.ts'
import { baseTree, canVerify, resolveTarget, verifyPlan } from './start-plan.ts'
import { startSandbox } from './start-sandbox.ts'

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
  /** Only what is there is reviewed. */
  review?: ReviewWish
}

interface ReviewWish {
  base: string
  /** What it is compared with, by name. */
  target: string
  data: NonNullable<EventData['run.start']['review']>
  /** The change itself, where the user's repository has no commit of it. */
  patch: Buffer | null
}

/** Everything is checked before anything is written: a run that cannot start leaves nothing behind. */
export async function startRun(project: Project, wish: RunWish, world: World): Promise<OpenRun> {
  const { env } = world
  const { repo, layout, config, hooks, sources, workflows, archetypes } = project
  const { sandbox, why } = await startSandbox(config, env)
  const { target, base: tip } = wish.review ?? (await resolveTarget(repo, wish.target ?? config.git.target))
  const adoption = wish.startFrom && (await planAdoption(repo, layout, wish.startFrom))
  const base = adoption?.base ?? tip
  const judge = config.judge.agent === null ? {} : { [JUDGE]: config.judge.agent }
  const roles = [...Object.keys(builtIn), ...archetypes.map(({ name }) => name), ...Object.keys(judge)]
  const wished = { flag: wish.agent, agent: config.agent, agents: { ...config.agents, ...judge }, roles }
  const { agents, choice } = await chooseAgents(wished, { path: env.PATH ?? '', acp: config.acp })
  const detectors = await ownDetectors(project)
  const verify = await verifyPlan(await baseTree(repo, base), { config, checks: wish.checks })
  if (wish.review?.data.verify && !canVerify(verify))
    throw new Problem(
      EXIT.usage,
      `--verify has nothing to run (${verify.detected})`,
      'Give a command with --check "<command>".',
    )
  refuseSecretsInStart({ verify, hooks, files: wish.files, target, agents, archetypes, detectors })
  ensureLayout(layout)
  const { runId, journal } = await claimRun(project, wish.task, env)
  const start: EventData['run.start'] = {
    task: wish.task,
    workflow: wish.workflowChoice.chosen,
    max_cycles: wish.review ? 1 : maxCycles(project, wish.workflowChoice.chosen),
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
    ...(wish.review ? { review: wish.review.data } : {}),
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
    if (wish.review?.patch) keepPatch(context, wish.review)
    record(context, { type: 'run.start', data: start })
    loadContext(context)
    return { context, release: () => release(context, lock) }
  } catch (error) {
    await unstart({ project, journal, env })
    lock.release()
    throw error
  }
}

/** Before the first event: a run that is cut off after it must find the change. */
function keepPatch({ layout, state, vault }: RunContext, { data, patch }: ReviewWish): void {
  const text = patch!.toString('latin1')
  const shown = hideSecrets(text)
  writeAtomic(artifactPath(layout, state.runId, data.patch!), Buffer.from(shown, 'latin1'))
  // Without its secrets it is no longer the change: that one stays where the run's own repository is.
  if (shown !== text) writeAtomic(privatePatch(vault), patch!)
}

/** A run without its first event does not exist: neither do its log and its folder. */
export async function unstart({
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

/** The configuration's number beats the workflow's; a pipeline does not go round and ignores both. */
function maxCycles({ config, workflows }: Project, workflow: string): number {
  const { max_cycles } = config.limits
  return max_cycles === 'auto' ? (workflows[workflow]?.max_cycles ?? 1) : max_cycles
}
