import type { Config } from '../config/schema.ts'
import { applyEvent } from '../core/fold.ts'
import { initialState } from '../core/state.ts'
import { readInbox, takeItem } from '../store/inbox.ts'
import { openJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'
import { type RunContext, record } from './context.ts'
import { loadContext } from './load-context.ts'
import { lockRun, type OpenRun, openContext, release, type World } from './open-context.ts'
import { EXIT, Problem } from './problem.ts'
import type { Project } from './project.ts'
import { restoreChange } from './restore-change.ts'
import { sameSandbox } from './start-sandbox.ts'

/** What a run that has a log still needs to be told. */
export interface Place extends Pick<Project, 'repo' | 'layout'> {
  /** Its address is a secret, and so the one thing that the log does not hold. */
  webhook(logged: Config): Promise<string | null>
}

export function placeOf({ repo, layout, config }: Project): Place {
  return { repo, layout, webhook: async () => config.stagnation.notifications.webhook }
}

/** Opens a run that has a log: after a crash, a stop, a question or an ending. */
export async function reopenRun(place: Place, runId: string, world: World): Promise<OpenRun> {
  const { layout } = place
  const lock = lockRun(layout, runId)
  try {
    const state = initialState(runId)
    const { journal, recovered } = openJournal(layout.log(runId), runId, (event) => applyEvent(state, event))
    if (!state.start)
      throw new Problem(EXIT.environment, `The log of ${runId} holds no start`, 'Start the task again.')
    // The configuration of a run is the one it started with.
    const config = state.start.policy as unknown as Config
    const context = await openContext({
      project: { ...place, config },
      webhook: await place.webhook(config),
      world,
      journal,
      state,
      agents: state.start.agents,
      sandbox: await sameSandbox(state.start.sandbox?.name ?? 'none', world.env),
    })
    // Between two calls of a session there is nobody who could have obeyed.
    if (!world.host) dropOldStops(layout, runId)
    // Ended once, it has no folder any more; what it reviewed may be nowhere else.
    if (state.start.review && state.ended?.exit_code !== EXIT.ok) await restoreChange(context)
    loadContext(context)
    // A session's work is never anywhere but in its tree.
    if (!world.host) await nameRescues(context)
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
  for (const { ref, commit } of await context.outside.listRescues(context.vault)) {
    if (known.has(ref)) continue
    record(context, {
      type: 'rescue.saved',
      data: { ref, commit, reason: 'saved just before the run was cut off', files: 0 },
    })
  }
}
