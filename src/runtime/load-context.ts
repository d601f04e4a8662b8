import { deferredWarnings } from '../core/deferred.ts'
import type { EventData } from '../core/events.ts'
import { applyEvent } from '../core/fold.ts'
import { initialState, type RunState } from '../core/state.ts'
import { readIndex } from '../store/index-file.ts'
import { readJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'
import { type RunContext, record } from './context.ts'

/** Enough to know what they are about. */
const MAX_FINDINGS = 20

/** What the run that landed last left undone goes into the log, once: right after the start, or never. */
export function loadContext(context: RunContext): void {
  const { layout, state } = context
  if (state.seq !== 1) return
  const last = readIndex(layout).findLast(
    ({ status, run_id }) => status === 'landed' && run_id !== state.runId,
  )
  if (!last?.deferred) return
  const left = leftBy(layout, last.run_id)
  if (left) record(context, { type: 'context.loaded', data: { deferred: [left] } })
}

function leftBy(layout: Layout, run: string): EventData['context.loaded']['deferred'][number] | null {
  const state = readRun(layout, run)
  const all = state ? deferredWarnings(state) : []
  if (all.length === 0) return null
  const findings = all
    .slice(0, MAX_FINDINGS)
    .map(({ file, line, category, description }) => ({ file, line, category, description }))
  return { run, warnings: all.length, findings }
}

/** History helps, and is never a reason not to start: a log that is gone or damaged says nothing. */
function readRun(layout: Layout, run: string): RunState | null {
  const state = initialState(run)
  try {
    return readJournal(layout.log(run), (event) => applyEvent(state, event)).ok ? state : null
  } catch {
    return null
  }
}
