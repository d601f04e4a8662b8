import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { JUDGE } from '../archetypes/archetype.ts'
import type { Config } from '../config/schema.ts'
import { type Chains, HOST } from '../core/chains.ts'
import type { EventData } from '../core/events.ts'
import { initialState } from '../core/state.ts'
import { claimRun } from '../runtime/claim-run.ts'
import { type Host, record } from '../runtime/context.ts'
import { loadContext } from '../runtime/load-context.ts'
import { loggedPolicy } from '../runtime/logged-policy.ts'
import { type Environment, lockRun, type OpenRun, openContext, release } from '../runtime/open-context.ts'
import { readTree } from '../runtime/perform/trees.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import type { Project } from '../runtime/project.ts'
import { unstart } from '../runtime/start.ts'
import { baseTree, canVerify, verifyPlan } from '../runtime/start-plan.ts'
import { sameSandbox, startSandbox } from '../runtime/start-sandbox.ts'
import { ensureLayout } from '../store/layout.ts'
import { VERSION } from '../version.ts'
import { currentBranch } from '../workspace/repository.ts'
import { commitUserTree } from '../workspace/user-tree.ts'
import { RALPH_FILE } from './ralph-file.ts'

export interface LiveWish {
  task: string
  live: NonNullable<EventData['run.start']['live']>
  loop: NonNullable<EventData['run.start']['loop']>
  checks: string[]
}

/** A run whose agent is the session that calls us. `null`: nothing could verify it, and nobody asked for it by name. */
export async function startLive(
  project: Project,
  wish: LiveWish,
  world: { env: Environment; host: Host },
): Promise<OpenRun | null> {
  const { repo, layout, config, hooks, sources, workflows, archetypes } = project
  const agents = agentsOf(config, wish.live.review)
  const boxed = wish.live.review === 'agent' ? await startSandbox(config, world.env) : null
  // A prompt that nobody called a task leaves nothing where nothing could verify it.
  if (!wish.live.asked && !canVerify(await verifyPlan(await baseTree(repo, 'HEAD'), { config, checks: [] })))
    return null
  ensureLayout(layout)
  const { runId, journal } = await claimRun(project, wish.task, world.env)
  const lock = lockRun(layout, runId)
  const undo = async () => {
    await unstart({ project, journal, env: world.env })
    lock.release()
  }
  try {
    const context = await openContext({
      project,
      webhook: config.stagnation.notifications.webhook,
      world: { ...world, listeners: [] },
      journal,
      state: initialState(runId),
      agents,
      sandbox: boxed?.sandbox ?? (await sameSandbox('none', world.env)),
    })
    appendFileSync(join(context.vault.dir, 'info', 'exclude'), `\n/${RALPH_FILE}\n`)
    const base = await commitUserTree(context.vault, null, 'what was there before')
    const verify = await verifyPlan(await readTree(context, base), { config, checks: wish.checks })
    const start: EventData['run.start'] = {
      task: wish.task,
      workflow: 'fast',
      max_cycles: 1,
      workflows,
      archetypes,
      choices: {},
      strategy: 'live',
      loop: wish.loop,
      live: wish.live,
      domain: config.domain,
      adopts: null,
      files: [],
      base,
      target: (await currentBranch(repo)) ?? 'HEAD',
      branch: `${config.git.branch_prefix}${runId}`,
      policy: loggedPolicy(config),
      sources,
      agents,
      options: { merge: false, yes: false, allow: [], dry_run: false },
      verify,
      hooks,
      sandbox: { name: boxed?.sandbox.name ?? 'none', why: boxed?.why ?? 'a session of your own' },
      wiggum_version: VERSION,
    }
    record(context, { type: 'run.start', data: start })
    loadContext(context)
    return { context, release: () => release(context, lock) }
  } catch (error) {
    await undo()
    throw error
  }
}

function agentsOf({ agent, agents, judge }: Config, review: LiveWish['live']['review']): Chains {
  const reviewer = review === 'agent' ? (agents.sage ?? agent) : HOST
  if (reviewer === null)
    throw new Problem(
      EXIT.usage,
      'live.review is "agent", and no agent is named that could review',
      'Name one under `agents: { sage: … }` in .wiggum/config.yaml.',
    )
  return { default: HOST, sage: reviewer, ...(judge.agent === null ? {} : { [JUDGE]: judge.agent }) }
}
