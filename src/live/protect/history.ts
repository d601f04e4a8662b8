import type { Repository } from '../../workspace/repository.ts'
import { callEnds } from '../spool.ts'
import { type Spans, spansOf } from './calls.ts'
import type { Protection } from './protection.ts'

/** What is known of who wrote what. */
export interface History {
  repo: Repository
  protection: Protection
  /** When the session's tools ran. Read when it is asked for: most calls need none of it. */
  readonly spans: Spans
}

interface Known extends Pick<History, 'repo' | 'protection'> {
  work: string
  liveFolder: string
  session: string
}

export function historyOf({ repo, protection, work, liveFolder, session }: Known): History {
  let spans: Spans | null = null
  return {
    repo,
    protection,
    get spans() {
      spans ??= spansOf(work, callEnds(liveFolder, session))
      return spans
    },
  }
}
