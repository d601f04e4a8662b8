import { record } from '../runtime/context.ts'
import { type Answer, NOTHING } from './answer.ts'
import { closeLive, reopenLive } from './drive.ts'
import type { HookWorld } from './hook.ts'
import type { HookInput } from './hook-input.ts'
import { parkSession } from './session.ts'

/** The session is over and its loop is not: it is put by, where a later session finds it and no hook looks for it. */
export async function onSessionEnd(input: HookInput, world: HookWorld): Promise<Answer> {
  const found = world.found()
  if (!found) return NOTHING
  // First, since the host does not wait for long.
  parkSession(found.layout, found.session.session)
  const run = await reopenLive(found.session, world.env)
  try {
    const signal = `session-end${input.reason ? ` (${input.reason})` : ''}`
    if (!run.context.state.ended) record(run.context, { type: 'run.interrupted', data: { signal } })
    return NOTHING
  } finally {
    await closeLive(run)
  }
}
