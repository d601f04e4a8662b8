import type { Environment } from '../runtime/open-context.ts'
import { Busy } from '../runtime/problem.ts'
import { postStop } from '../store/inbox.ts'
import type { Layout } from '../store/layout.ts'
import { closeLive, endRun, endSession, reopenLive } from './drive.ts'
import type { LiveSession } from './session.ts'
import { endWords } from './words.ts'

/** Ends a session's loop, and says how that went. While a hook is at it, that hook is told. */
export async function stopSession(layout: Layout, session: LiveSession, env: Environment): Promise<string> {
  const run = await reopenLive(session, env).catch((error) => {
    if (error instanceof Busy) return null
    throw error
  })
  if (!run) {
    // Its checks are running: they are ended by whoever runs them.
    postStop(layout, session.run)
    return 'wiggum: the loop is being stopped.'
  }
  try {
    await endRun(run.context, 'you ended the loop')
    endSession(layout, session)
    return endWords(run.context.state)
  } finally {
    await closeLive(run)
  }
}
