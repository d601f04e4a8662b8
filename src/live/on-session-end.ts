import { record } from '../runtime/context.ts'
import { type Answer, NOTHING } from './answer.ts'
import { withLive } from './drive.ts'
import { keepTodoCalls } from './end-call.ts'
import { forgetRun } from './forget.ts'
import type { HookWorld } from './hook.ts'
import type { HookInput } from './hook-input.ts'
import { parkSession } from './session.ts'
import { readSpool } from './spool.ts'
import { wasNoTask } from './was-no-task.ts'

/** The session is over and its loop is not: it is put by, where a later session finds it and no hook looks for it. */
export async function onSessionEnd(input: HookInput, world: HookWorld): Promise<Answer> {
  const found = world.found()
  if (!found) return NOTHING
  const { layout, session } = found
  const { events: tools } = readSpool(layout, session.session)
  // First, since the host does not wait for long.
  parkSession(layout, session.session)
  return withLive(
    session,
    world.env,
    async (context) => {
      if (await wasNoTask(context, tools)) {
        await forgetRun(context, session)
        return NOTHING
      }
      keepTodoCalls(context, tools)
      if (!context.state.ended && context.state.interrupted === null) {
        const signal = `session-end${input.reason ? ` (${input.reason})` : ''}`
        record(context, { type: 'run.interrupted', data: { signal } })
      }
      return NOTHING
    },
    { looksOnly: true },
  )
}
