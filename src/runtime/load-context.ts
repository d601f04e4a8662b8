import { isCompleted } from '../core/completed.ts'
import { deferredWarnings } from '../core/deferred.ts'
import type { EventData } from '../core/events.ts'
import { applyEvent } from '../core/fold.ts'
import { initialState, type RunState } from '../core/state.ts'
import { historyOf, taskKind } from '../core/task-prior.ts'
import { type IndexLine, readIndex } from '../store/index-file.ts'
import { readJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'
import { type RunContext, record } from './context.ts'
import { auditLessons, lessonsAtStart } from './load-lessons.ts'

const REVIEW = 'review'
/** Enough to know what they are about. */
const MAX_FINDINGS = 20

/** What earlier runs completed, what the last one left undone, and what the memory has for this task goes into the log, once: right after the start, or never. */
export function loadContext(context: RunContext): void {
  const { layout, state, config } = context
  if (state.seq !== 1) return
  const earlier = readIndex(layout).filter(({ run_id }) => run_id !== state.runId)
  const last = earlier.findLast(({ status }) => status === 'landed')
  const left = last?.deferred ? leftBy(layout, last.run_id) : null
  const history = completedTasks(earlier)
  const lessons = lessonsAtStart(layout, state.start!, config)
  const { task, files } = state.start!
  const alike = historyOf(taskKind(task, files), earlier.filter(isTask))
  if (!left && !history && !alike && lessons.length === 0) return
  const data = {
    deferred: left ? [left] : [],
    ...(history ? { history } : {}),
    ...(lessons.length > 0 ? { lessons } : {}),
    ...(alike ? { alike } : {}),
  }
  record(context, { type: 'context.loaded', data })
  auditLessons(layout, state)
}

/** A run that ended more than once is one task. */
function completedTasks(earlier: IndexLine[]): EventData['context.loaded']['history'] {
  const tasks = new Map(
    earlier
      .filter(isTask)
      .filter(isCompleted)
      .map((line) => [line.run_id, line]),
  )
  const lines = [...tasks.values()]
  const last = lines.at(-1)?.ended
  if (last === undefined) return undefined
  const counted = lines.flatMap(({ passes }) => passes ?? [])
  const sum = counted.reduce((total, passes) => total + passes, 0)
  return { completed: lines.length, last, counted: counted.length, passes: sum }
}

/** A review makes nothing. */
function isTask({ strategy }: IndexLine): boolean {
  return strategy !== REVIEW
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
