import { rmSync } from 'node:fs'
import type { EventData } from '../core/events.ts'
import { initialState } from '../core/state.ts'
import type { Sandbox } from '../sandbox/box.ts'
import type { Journal } from '../store/journal.ts'
import { ensureLayout } from '../store/layout.ts'
import { VERSION } from '../version.ts'
import { workFolder } from '../workspace/work-folder.ts'
import { removeWork } from '../workspace/workspace.ts'
import { claimRun } from './claim-run.ts'
import { type RunContext, record } from './context.ts'
import { loadContext } from './load-context.ts'
import { loggedPolicy } from './logged-policy.ts'
import { type Environment, lockRun, type OpenRun, openContext, release, type World } from './open-context.ts'
import type { Project } from './project.ts'

type RunStart = EventData['run.start']

/** What the project alone says about a run. */
type FromProject = Pick<
  RunStart,
  'workflows' | 'archetypes' | 'branch' | 'policy' | 'sources' | 'hooks' | 'wiggum_version'
>

interface NewRun extends Pick<RunStart, 'task' | 'agents'> {
  sandbox: Sandbox
  world: World
  /** The rest of `run.start`. Whatever the run needs on disk is written here: an event must not name what is not there. */
  begin(context: RunContext): Promise<Omit<RunStart, keyof FromProject | 'task' | 'agents'>>
}

/** Claims a run id and writes the first event. If anything fails before that event, the new run leaves nothing behind. */
export async function openNewRun(project: Project, parts: NewRun): Promise<OpenRun> {
  const { layout, config } = project
  const { task, agents, sandbox, world } = parts
  ensureLayout(layout)
  const { runId, journal } = await claimRun(project, task, world.env)
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
    const own = await parts.begin(context)
    record(context, { type: 'run.start', data: { task, ...own, ...fromProject(project, runId), agents } })
    loadContext(context)
    return { context, release: () => release(context, lock) }
  } catch (error) {
    await unstart(project, journal, world.env)
    lock.release()
    throw error
  }
}

function fromProject({ config, workflows, archetypes, sources, hooks }: Project, runId: string): FromProject {
  return {
    workflows,
    archetypes,
    branch: `${config.git.branch_prefix}${runId}`,
    policy: loggedPolicy(config),
    sources,
    hooks,
    wiggum_version: VERSION,
  }
}

/** A run without its first event does not exist: neither do its log and its folder. */
async function unstart({ repo }: Project, journal: Journal, env: Environment): Promise<void> {
  journal.close()
  if (journal.lastSeq > 0) return
  rmSync(journal.path, { force: true })
  await removeWork(workFolder(repo, journal.runId, env))
}
