import { plural } from '../core/plural.ts'
import { suppressedBy } from '../core/suppression.ts'
import type { Project } from '../runtime/project.ts'
import { refuseSecrets } from '../runtime/refuse-secrets.ts'
import { hideSecrets } from '../secrets/known.ts'
import { type Answer, NOTHING } from './answer.ts'
import type { LoopWish } from './command.ts'
import { closeLive, driveLive, endRun, hostOf, withLive } from './drive.ts'
import type { HookWorld } from './hook.ts'
import { keepRalph, passesLeft, ralphOwner, readRalph } from './ralph.ts'
import { isUsedUp, RALPH_FILE, type RalphFile } from './ralph-file.ts'
import { type LiveSession, saveSession } from './session.ts'
import { startLive } from './start.ts'
import { takeUp } from './take-up.ts'
import { firstLine } from './words.ts'

/** Somebody asks for the loop by name. */
export async function beginLoop(wish: LoopWish, world: HookWorld): Promise<Answer> {
  const before = world.found()?.session ?? null
  const project = await world.project()
  if (wish.goOn) return continueLoop(project, world)
  const owner = wish.ralphFile ? ralphOwner(project.layout) : null
  if (owner !== null && owner !== world.sessionId)
    return {
      kind: 'handled',
      text: `wiggum: ${RALPH_FILE} is the loop of session ${owner}. End that one first.`,
    }
  const begun = await begin(project, world, {
    task: wish.task,
    checks: wish.checks,
    loop: { max_passes: wish.maxPasses ?? project.config.loop.max_passes, suppressed: null, accept: false },
    promise: wish.promise,
    verify: wish.verify && project.config.live.verify,
    asked: true,
    ralph: wish.ralphFile ? { from: 1, max: wish.maxPasses ?? project.config.loop.max_passes } : null,
  })
  // Only once the new one is on.
  if (before) await supersede(before, world)
  return begun
}

/** The official plugin's loop, where there is one and no other session has it; else the one that was put by last. */
async function continueLoop(project: Project, world: HookWorld): Promise<Answer> {
  const file = readRalph(project.repo.root)
  const isFree = file && !isUsedUp(file) && (file.sessionId === null || file.sessionId === world.sessionId)
  return isFree ? beginRalph(file, project, world) : takeUp(world)
}

/** A loop that the official plugin began is gone on with from where it is. */
export async function beginRalph(file: RalphFile, project: Project, world: HookWorld): Promise<Answer> {
  const max_passes = passesLeft(file, project.config.loop.max_passes)
  return begin(project, world, {
    task: file.prompt,
    checks: [],
    loop: { max_passes, suppressed: null, accept: false },
    promise: file.promise,
    verify: project.config.live.verify,
    asked: true,
    ralph: { from: file.iteration, max: file.maxIterations },
    isNew: true,
  })
}

async function supersede(before: LiveSession, world: HookWorld): Promise<void> {
  await withLive(before, world.env, (context) => endRun(context, 'another loop took its place'))
}

/** Every prompt may be a task: whether it was one shows when the session stops. What is in the way of that is nobody's concern. */
export async function beginByDefault(prompt: string, world: HookWorld): Promise<Answer> {
  // A command of the host's, or of another plugin's, is no task of ours.
  if (/^\s*\//.test(prompt)) return NOTHING
  const asked = { task: prompt, env: world.env, singlePass: false }
  if (suppressedBy({ ...asked, active: true }) !== null) return NOTHING
  try {
    const { openProject } = await import('../runtime/project.ts')
    const project = await openProject(world.root, world.env)
    const { loop, live } = project.config
    if (suppressedBy({ ...asked, active: loop.default_active }) !== null) return NOTHING
    return await begin(project, world, {
      task: prompt,
      checks: [],
      loop: { max_passes: loop.max_passes, suppressed: null, accept: false },
      promise: null,
      verify: live.verify,
      asked: false,
      ralph: null,
    })
  } catch {
    return NOTHING
  }
}

interface Begin {
  task: string
  checks: string[]
  loop: { max_passes: number; suppressed: null; accept: boolean }
  promise: string | null
  verify: boolean
  asked: boolean
  ralph: LiveSession['ralph']
  /** The session has not heard of the task yet. */
  isNew?: boolean
}

async function begin(project: Project, world: HookWorld, wish: Begin): Promise<Answer> {
  const { checks, loop, promise, verify, asked, ralph } = wish
  // Who asks for a loop can say it again without; what somebody just says is not theirs to be refused.
  if (asked) refuseSecrets([wish.task, ...checks, promise ?? ''].join('\n'), 'The task')
  const task = hideSecrets(wish.task)
  const { sessionId, host, env } = world
  const live = { session: sessionId, host, promise, review: project.config.live.review, verify, asked }
  const run = await startLive(project, { task, checks, loop, live }, { env, host: hostOf(host, wish.isNew) })
  if (!run) return NOTHING
  const { context } = run
  try {
    const end = await driveLive(context, null)
    if (end.kind !== 'handed-over') throw new Error(`a loop that had just begun was ${end.kind}`)
    const session: LiveSession = {
      session: sessionId,
      host,
      run: context.state.runId,
      repo: project.repo,
      process: world.process(),
      blocks: 0,
      errors: 0,
      held: null,
      ralph,
    }
    if (project.config.live.protect) await protect(session, env)
    saveSession(context.layout, session)
    keepRalph(context.layout, session, context.state)
    const told = asked
      ? `wiggum: the loop is on, at most ${plural(loop.max_passes, 'pass', 'passes')}: ${firstLine(task)}`
      : undefined
    return { kind: 'context', text: end.prompt, whole: end.path, ...(told ? { told } : {}) }
  } finally {
    closeLive(run)
  }
}

/** What stands in the folder now is the user's. A folder that cannot be kept is no reason not to begin. */
async function protect({ repo, run }: LiveSession, env: HookWorld['env']): Promise<void> {
  const { beginProtection } = await import('./protect/keep.ts')
  await beginProtection({ repo, run, env }).catch(() => null)
}
