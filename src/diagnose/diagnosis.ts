import type { DiagnosedRun } from './diagnosed-run.ts'
import { byWaste, type GroupSums, groupsOf, type Sums, sumsOf } from './sums.ts'

/** What was read, and what of it could not be. */
export interface DiagnosedFile {
  path: string
  /** The importer's id; `null`: nobody knows this kind of file. */
  format: string | null
  /** By its content, and not by `--format`. */
  guessed: boolean
  runs: number
  /** Decompressed. */
  bytes: number
  problems: { kind: 'torn' | 'unknown'; what: string; count: number }[]
}

/** All that `wiggum diagnose --json` prints. */
export interface Diagnosis {
  version: 1
  totals: Sums
  by_model: GroupSums[]
  by_agent: GroupSums[]
  by_project: GroupSums[]
  /** The most wasteful first. */
  runs: DiagnosedRun[]
  files: DiagnosedFile[]
  /** Runs that were read and are not among them, by `--since` or `--project`. */
  left_out: number
}

export function diagnosisOf(runs: DiagnosedRun[], files: DiagnosedFile[], leftOut: number): Diagnosis {
  return {
    version: 1,
    totals: sumsOf(runs),
    by_model: groupsOf(runs, 'model'),
    by_agent: groupsOf(runs, 'agent'),
    by_project: groupsOf(runs, 'project'),
    runs: byWaste(runs),
    files,
    left_out: leftOut,
  }
}
