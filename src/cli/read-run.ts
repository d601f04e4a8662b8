import type { WiggumEvent } from '../core/events.ts'
import type { RunState } from '../core/state.ts'
import type { Reading } from '../report/run-standing.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { damageWords, isTorn, type LogDamage, logReader } from '../runtime/read-log.ts'
import { readJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'
import { findRun, lastRun } from './find-run.ts'
import { liveOwner } from './owner.ts'

export interface ReadRun {
  runId: string
  /** It has a start: without one there is nothing to show. */
  state: RunState
  events: WiggumEvent[]
  damage: LogDamage | null
  reading: Reading
  /** What to print after what could be read; `null`: it is whole. */
  mark: string | null
  /** For a command that showed it: what is not whole is not 0. */
  exit: number
}

/** A run for looking at, never for going on with: of a damaged log, what could be read. Nobody named: the last one. */
export function readRun(layout: Layout, wanted: string | null): ReadRun {
  const runId = wanted === null ? lastRun(layout) : findRun(layout, wanted)
  // Before the log is read: a run that ends meanwhile is not taken for one that nobody works on.
  const tended = liveOwner(layout, runId) !== null
  const events: WiggumEvent[] = []
  const reader = logReader(runId, (event) => events.push(event))
  const read = readJournal(layout.log(runId), reader.take)
  const damage = reader.end(read)
  if (!reader.state.start) throw unreadable(runId, damage)
  const mark = damage && `${damageWords(damage)}. What could be read is above.`
  const exit = damage ? EXIT.environment : EXIT.ok
  const reading = { damaged: damage !== null, torn: isTorn(read), tended }
  return { runId, state: reader.state, events, damage, reading, mark, exit }
}

export function unreadable(runId: string, damage: LogDamage | null): Problem {
  const message = damage ? damageWords(damage) : 'The log holds no beginning'
  return new Problem(
    EXIT.environment,
    `The run ${runId} cannot be read. ${message}`,
    damage?.newer ? '' : 'It was left as it is: restore it from a copy, or start the task again.',
  )
}
