import { type Answer, NOTHING } from './answer.ts'
import { afterAll, driveLive, withLive } from './drive.ts'
import type { HookWorld } from './hook.ts'
import { dropSession, type LiveSession, parkedSessions, saveSession } from './session.ts'
import { firstLine } from './words.ts'

/** Another session's loop becomes this one's: it is told what the other was told last. */
export async function resumeLive(parked: LiveSession, world: HookWorld): Promise<Answer> {
  const { sessionId, host, env } = world
  return withLive(
    parked,
    env,
    async (context) => {
      const { layout, state } = context
      // Another session was quicker.
      if (!parkedSessions(layout).some((each) => each.session === parked.session)) return NOTHING
      const end = await driveLive(context, world.process())
      if (end.kind === 'interrupted' && end.signal !== 'stop') return NOTHING
      const session = {
        ...parked,
        session: sessionId,
        host,
        process: world.process(),
        blocks: 0,
        errors: 0,
        held: null,
      }
      dropSession(layout, parked.session)
      if (end.kind !== 'handed-over') return afterAll(end, { layout, session, env, context })
      saveSession(layout, session)
      const told = `wiggum: the loop goes on: ${firstLine(state.start?.task ?? '')}`
      return { kind: 'context', text: end.prompt, whole: end.path, told }
    },
    { takenBy: sessionId },
  )
}

/** For `/wiggum:loop --continue`: the one that was put by last. */
export async function takeUp(world: HookWorld): Promise<Answer> {
  const last = parkedSessions(world.layout()).at(-1)
  if (last) return resumeLive(last, world)
  return { kind: 'handled', text: 'wiggum: there is no loop here that could be gone on with.' }
}
