import { existsSync } from 'node:fs'
import type { RunScore } from '../core/scoring/row.ts'
import { keepScore, readScores } from '../store/effectiveness.ts'
import { readIndex } from '../store/index-file.ts'
import type { Layout } from '../store/layout.ts'
import { scoreLog } from './score-log.ts'

export interface Gathered {
  /** In the order in which they ended. */
  runs: RunScore[]
  /** Runs that were scored from their logs now, since nothing, or an earlier ending, was written down. */
  computed: string[]
  /** Runs that say nothing: the log is damaged, or gone. */
  missing: { run_id: string; problem: string }[]
}

interface Wish {
  /** Every run that has a log. */
  logs: string[]
  /** Score them all again, and keep that. */
  rebuild: boolean
}

/** What is written down, and for runs that are not, what their logs say. */
export function gatherScores(layout: Layout, { logs, rebuild }: Wish): Gathered {
  const kept = new Map(readScores(layout).map((score) => [score.run_id, score]))
  const endings = new Map(readIndex(layout).map(({ run_id, ended }) => [run_id, ended]))
  const gathered: Gathered = { runs: [], computed: [], missing: [] }
  for (const run of new Set([...kept.keys(), ...endings.keys(), ...logs])) {
    const known = kept.get(run) ?? null
    const isCurrent = known !== null && (endings.get(run) ?? known.ended) <= known.ended
    if (isCurrent && !(rebuild && existsSync(layout.log(run)))) gathered.runs.push(known)
    else note(gathered, { run, known, log: fromLog(layout, run) })
  }
  if (rebuild) for (const score of gathered.runs) keepScore(layout, score)
  gathered.runs.sort((a, b) => a.ended.localeCompare(b.ended))
  return gathered
}

type FromLog = { kind: 'scored'; score: RunScore } | { kind: 'open' } | { kind: 'missing'; problem: string }

function fromLog(layout: Layout, run: string): FromLog {
  if (!existsSync(layout.log(run))) return { kind: 'missing', problem: 'the log is gone, and none were kept' }
  const scored = scoreLog(layout, run)
  if (!scored.ok) return { kind: 'missing', problem: `the log is damaged: ${scored.problem}` }
  if (!scored.run) return { kind: 'open' }
  const { fates: _, ...score } = scored.run
  return { kind: 'scored', score }
}

/** Of a run that was gone on with, or whose log tells no more, what an earlier ending said still counts. */
function note(
  gathered: Gathered,
  { run, known, log }: { run: string; known: RunScore | null; log: FromLog },
): void {
  if (log.kind === 'scored') gathered.computed.push(run)
  if (log.kind === 'missing') gathered.missing.push({ run_id: run, problem: log.problem })
  const score = log.kind === 'scored' ? log.score : known
  if (score) gathered.runs.push(score)
}
