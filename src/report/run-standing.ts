import { openGates } from '../core/open-gates.ts'
import type { RunState } from '../core/state.ts'
import { stoppedWords } from '../core/stopped-words.ts'

/** What the events do not say: how whole their log is, and whether anybody goes on with the run. */
export interface Reading {
  /** What came last cannot be read. */
  damaged: boolean
  /** Its last line was not written to its end. */
  torn: boolean
  /** A process works on it. */
  tended: boolean
}

/** A whole log, of a run that somebody works on as long as it has not ended. */
export const WHOLE: Reading = { damaged: false, torn: false, tended: true }

export type Standing =
  | { kind: 'ended' | 'waiting' | 'stopped' | 'unknown'; status: string; reason: string }
  | { kind: 'running'; status: 'running' }

/** How a run stands, as every view of it says. */
export function runStanding(state: RunState, reading: Reading): Standing {
  const { ended, interrupted, start } = state
  if (ended) return { kind: 'ended', status: ended.status, reason: ended.reason }
  if (reading.damaged) return { kind: 'unknown', status: 'unknown', reason: 'what came last cannot be read' }
  const [gate] = openGates(state)
  if (gate) return { kind: 'waiting', status: 'waiting', reason: gate.question }
  if (interrupted) return stopped(stoppedWords(interrupted))
  // A session's hooks come and go: between them no process is there.
  if (reading.tended || start?.live) return { kind: 'running', status: 'running' }
  return stopped(`nobody is working on it; ${reading.torn ? TORN : 'its log and work are kept'}`)
}

const TORN = 'its log ends in the middle of a line, and what comes before that is kept with the work'

function stopped(reason: string): Standing {
  return { kind: 'stopped', status: 'interrupted', reason }
}
