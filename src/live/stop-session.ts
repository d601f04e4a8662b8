import type { Environment } from '../runtime/open-context.ts'
import { Busy } from '../runtime/problem.ts'
import { postStop } from '../store/inbox.ts'
import type { Layout } from '../store/layout.ts'
import { endRun, withLive } from './drive.ts'
import { endSession } from './end-session.ts'
import type { LiveSession } from './session.ts'
import { endWords } from './words.ts'

/** Ends a session's loop, and says how that went. While a hook is at it, that hook is told. */
export async function stopSession(layout: Layout, session: LiveSession, env: Environment): Promise<string> {
  try {
    const said = await withLive(session, env, async (context) => {
      await endRun(context, 'you ended the loop')
      return endWords(context.state)
    })
    endSession(layout, session)
    return said
  } catch (error) {
    if (!(error instanceof Busy)) {
      // Whatever is wrong with its log, nobody is held by a loop that they ended.
      endSession(layout, session)
      const why = error instanceof Error ? error.message : String(error)
      return `wiggum: the loop is off. Its run could not be brought to an end: ${why}`
    }
    // Its checks are running: they are ended by whoever runs them.
    postStop(layout, session.run)
    return 'wiggum: the loop is being stopped.'
  }
}
