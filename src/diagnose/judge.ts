import type { DiagnosedRun } from './diagnosed-run.ts'

/** From here on a claim is called doubtful: more likely wrong than right. */
export const DOUBTFUL = 0.5

/** `right` and `wrong` are known; `doubtful` and `open` are not. `none`: it did not say that it is done. */
export type Claim = 'none' | 'right' | 'wrong' | 'doubtful' | 'open'

export function claimOf({ ending, outcome, false_completion: risk }: DiagnosedRun): Claim {
  if (ending !== 'finished') return 'none'
  if (outcome !== 'unknown') return outcome === 'resolved' ? 'right' : 'wrong'
  return risk && risk.probability >= DOUBTFUL ? 'doubtful' : 'open'
}

/** Whether what came after its last progress led nowhere. Work that succeeded, or may have, was only being finished. */
export function isWasted(run: DiagnosedRun): boolean {
  return run.outcome === 'failed' || (run.outcome === 'unknown' && claimOf(run) !== 'open')
}
