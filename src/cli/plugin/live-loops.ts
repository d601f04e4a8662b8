import { listSessions, liveFolder } from '../../live/session.ts'
import { layoutOf } from '../../store/layout.ts'
import { isAlive } from '../../store/process-identity.ts'

export interface LiveLoop {
  run: string
  session: string
  /** `null`: nobody can tell. */
  alive: boolean | null
}

/** The loops of sessions in this project. */
export function liveLoops(root: string): LiveLoop[] {
  return listSessions(liveFolder(layoutOf(root))).map(({ run, session, process: host }) => ({
    run,
    session,
    alive: host && isAlive(host),
  }))
}
