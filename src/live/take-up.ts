import type { Answer } from './answer.ts'
import { closeLive, driveLive, reopenLive } from './drive.ts'
import type { HookWorld } from './hook.ts'
import { dropSession, type LiveSession, listSessions, parkedFolder, saveSession } from './session.ts'
import { endWords, firstLine, gateWords } from './words.ts'

/** Another session's loop becomes this one's: it is told what the other was told last. */
export async function resumeLive(parked: LiveSession, world: HookWorld): Promise<Answer> {
  const run = await reopenLive(parked, world.env)
  const { context } = run
  try {
    const { layout, state } = context
    const end = await driveLive(context)
    dropSession(layout, parked.session)
    if (end.kind === 'ended') return { kind: 'tell', text: endWords(state) }
    const { sessionId: session, host } = world
    saveSession(layout, {
      ...parked,
      session,
      host,
      process: world.process(),
      blocks: 0,
      errors: 0,
      held: null,
    })
    if (end.kind !== 'handed-over') return { kind: 'tell', text: gateWords(state) }
    const told = `wiggum: the loop goes on: ${firstLine(state.start?.task ?? '')}`
    return { kind: 'context', text: end.prompt, whole: end.path, told }
  } finally {
    await closeLive(run)
  }
}

/** For `/wiggum:loop --continue`: the one that was put by last. */
export async function takeUp(world: HookWorld): Promise<Answer> {
  const last = listSessions(parkedFolder(world.layout())).at(-1)
  if (last) return resumeLive(last, world)
  return { kind: 'handled', text: 'wiggum: there is no loop here that could be gone on with.' }
}
