import { beginScoring, noteForScore, type ScoredRun, scoreRun } from '../core/scoring/score-run.ts'
import { readJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'

export type Scored = { ok: true; run: ScoredRun | null } | { ok: false; problem: string }

/** A run's scores from its log; `null`: it has not ended. */
export function scoreLog(layout: Layout, runId: string): Scored {
  const scoring = beginScoring(runId)
  const read = readJournal(layout.log(runId), (event) => noteForScore(scoring, event))
  return read.ok
    ? { ok: true, run: scoreRun(scoring) }
    : { ok: false, problem: `line ${read.line}, ${read.problem}` }
}
