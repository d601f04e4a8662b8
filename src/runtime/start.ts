import { JUDGE } from '../archetypes/archetype.ts'
import { archetypes as builtIn } from '../archetypes/index.ts'
import type { EventData } from '../core/events.ts'
import type { Choice } from '../core/selection.ts'
import { hideSecrets } from '../secrets/known.ts'
import { artifactPath } from '../store/artifacts.ts'
import { writeAtomic } from '../store/files.ts'
import { planAdoption, type StartFrom } from './adoption.ts'
import { chooseAgents } from './choose-agents.ts'
import type { RunContext } from './context.ts'
import { openNewRun } from './new-run.ts'
import type { OpenRun, World } from './open-context.ts'
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
  const { repo, layout, config, hooks, archetypes } = project
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
  return openNewRun(project, {
    task: wish.task,
    agents,
    sandbox,
    world,
    begin: async (context) => {
      if (wish.review?.patch) keepPatch(context, wish.review)
      return {
        ...asWished(project, wish, choice),
        detectors,
        adopts: adoption?.adopts ?? null,
        base,
        target,
        verify,
        sandbox: { name: sandbox.name, why },
      }
    },
  })
}

/** What `run.start` takes from the wish as it is. */
function asWished(project: Project, wish: RunWish, agent: Choice | null) {
  const { strategyChoice: strategy, workflowChoice: workflow, review, merge, yes, allow } = wish
  return {
    workflow: workflow.chosen,
    max_cycles: review ? 1 : maxCycles(project, workflow.chosen),
    choices: { workflow, strategy, ...(agent ? { agent } : {}) },
    strategy: strategy.chosen,
    ...(strategy.chosen === 'loop' ? { loop: wish.loop } : {}),
    ...(review ? { review: review.data } : {}),
    domain: wish.domain,
    files: wish.files,
    options: { merge, yes, allow, dry_run: wish.dryRun },
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

/** The configuration's number beats the workflow's; a pipeline does not go round and ignores both. */
function maxCycles({ config, workflows }: Project, workflow: string): number {
  const { max_cycles } = config.limits
  return max_cycles === 'auto' ? (workflows[workflow]?.max_cycles ?? 1) : max_cycles
}
