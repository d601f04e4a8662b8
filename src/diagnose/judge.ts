import type { DiagnosedRun } from './diagnosed-run.ts'

/** From here on a claim is called doubtful: more likely wrong than right. */
const DOUBTFUL = 0.5

/**
 * `none`: it did not say that it is done. `right` and `wrong` are known. Of the others the trace speaks for or against
 * it, or nobody can tell: no budget is known, or nothing is calibrated for the agent.
 */
export type Claim = 'none' | 'right' | 'wrong' | 'doubtful' | 'plausible' | 'unjudged'

export function claimOf({ ending, outcome, false_completion: risk }: DiagnosedRun): Claim {
  if (ending !== 'finished') return 'none'
  if (outcome !== 'unknown') return outcome === 'resolved' ? 'right' : 'wrong'
  if (!risk?.calibrated) return 'unjudged'
  return risk.probability >= DOUBTFUL ? 'doubtful' : 'plausible'
}

/** Whether what came after its last progress led nowhere. Work that succeeded, or may have, was only being finished. */
export function isWasted(run: DiagnosedRun): boolean {
  const claim = claimOf(run)
  return run.outcome === 'failed' || (run.outcome === 'unknown' && (claim === 'none' || claim === 'doubtful'))
}
