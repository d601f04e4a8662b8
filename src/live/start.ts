import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { JUDGE } from '../archetypes/archetype.ts'
import type { Config } from '../config/schema.ts'
import { type Chains, HOST } from '../core/chains.ts'
import type { EventData } from '../core/events.ts'
import type { Host } from '../runtime/context.ts'
import { openNewRun } from '../runtime/new-run.ts'
import type { Environment, OpenRun } from '../runtime/open-context.ts'
import { readTree } from '../runtime/perform/trees.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import type { Project } from '../runtime/project.ts'
import { baseTree, canVerify, verifyPlan } from '../runtime/start-plan.ts'
import { sameSandbox, startSandbox } from '../runtime/start-sandbox.ts'
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
  const { repo, config } = project
  const agents = agentsOf(config, wish.live.review)
  const boxed = wish.live.review === 'agent' ? await startSandbox(config, world.env) : null
  // A prompt that nobody called a task leaves nothing where nothing could verify it.
  if (!wish.live.asked && !canVerify(await verifyPlan(await baseTree(repo, 'HEAD'), { config, checks: [] })))
    return null
  return openNewRun(project, {
    task: wish.task,
    agents,
    sandbox: boxed?.sandbox ?? (await sameSandbox('none', world.env)),
    world: { ...world, listeners: [] },
    begin: async (context) => {
      appendFileSync(join(context.vault.dir, 'info', 'exclude'), `\n/${RALPH_FILE}\n`)
      const base = await commitUserTree(context.vault, null, 'what was there before')
      return {
        loop: wish.loop,
        live: wish.live,
        workflow: 'fast',
        max_cycles: 1,
        choices: {},
        strategy: 'live',
        domain: config.domain,
        adopts: null,
        files: [],
        base,
        target: (await currentBranch(repo)) ?? 'HEAD',
        options: { merge: false, yes: false, allow: [], dry_run: false },
        verify: await verifyPlan(await readTree(context, base), { config, checks: wish.checks }),
        sandbox: { name: boxed?.sandbox.name ?? 'none', why: boxed?.why ?? 'a session of your own' },
      }
    },
  })
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
