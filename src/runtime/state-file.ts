import type { WiggumEvent } from '../core/events.ts'
import type { RunState } from '../core/state.ts'
import { stateDocument } from '../report/state-document.ts'
import { replaceCopy } from '../store/files.ts'
import type { Listener } from './context.ts'

/** Events that come close together are written down once. */
const GAP_MS = 200

/** Whoever looks at the file wants to know these at once. */
const TURNS = new Set<WiggumEvent['type']>([
  'run.start',
  'run.resumed',
  'run.interrupted',
  'run.complete',
  'gate.opened',
  'pass.complete',
])

/** Keeps `.wiggum/state/<run>.json` up with the log. A copy, so it is not synced, and it never stops a run. */
export function keepStateFile(path: string, state: RunState): Listener & { settle(): void } {
  // After a crash the file may be behind the log.
  let behind = state.seq > 0
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (!behind) return
    behind = false
    copy(path, `${JSON.stringify(stateDocument(state), null, 2)}\n`)
  }
  return {
    event: ({ type }) => {
      behind = true
      if (TURNS.has(type)) write()
      else timer ??= setTimeout(write, GAP_MS).unref()
    },
    activity: () => {},
    settle: write,
  }
}

/** A disk that takes no more is the log's to complain about. */
function copy(path: string, text: string): void {
  try {
    replaceCopy(path, text)
  } catch {
    // The next event tries again.
  }
}
