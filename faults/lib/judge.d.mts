/** What the suite saw of one run. */
export interface Seen {
  code: number | null
  signal: string | null
  timedOut: boolean
  /** The suite killed the orchestrator, as the case wants it. */
  killed: boolean
  ms: number
  peakMb: number
  leftovers: string[]
  calls: number
  work: number
  refused: number
  claimed: boolean
  landed: boolean
  green: boolean
  lost: string[]
}

export interface Case {
  fault: string
  variant: string
  id: string
}

export interface Verdict {
  mark: 'pass' | 'fail' | 'n.a.'
  note: string
}

export function judge(which: Case, seen: Seen, options?: { maxMb?: number }): Verdict
export function rowMark(verdicts: Verdict[]): 'pass' | 'pass*' | 'fail' | 'n.a.'
export function comparable<T extends Case & Verdict>(verdicts: T[]): T[]
