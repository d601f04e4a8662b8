import { applyEvent } from '../core/fold.ts'
import { initialState, type RunState } from '../core/state.ts'
import { readJournal } from '../store/journal.ts'
import { layoutOf } from '../store/layout.ts'
import type { LiveSession } from './session.ts'

/** What the log of a session's loop says, without going on with it. `null`: it says nothing that can be read. */
export function readState({ repo, run }: LiveSession): RunState | null {
  const state = initialState(run)
  try {
    const { ok } = readJournal(layoutOf(repo.root).log(run), (event) => applyEvent(state, event))
    return ok && state.start ? state : null
  } catch {
    return null
  }
}
