import type { DiagnosedRun } from './diagnosed-run.ts'
import { claimOf, isWasted } from './judge.ts'

const TENTHS = 10

/** How runs ended whose progress stopped there. */
export interface StopTenth {
  succeeded: number
  claimed: number
  rest: number
}

/** Where progress stopped, in tenths of the budget; of the run's own length where no budget is known. */
export function stopTenths(runs: DiagnosedRun[]): StopTenth[] {
  const tenths = Array.from({ length: TENTHS }, () => ({ succeeded: 0, claimed: 0, rest: 0 }))
  for (const run of runs) {
    if (run.steps === 0) continue
    tenths[tenthOf(shareOf(run))]![fateOf(run)] += 1
  }
  return tenths
}

/** Half of the runs that lost something made no progress after this share of the budget. `null`: no run did. */
export function middleStop(runs: DiagnosedRun[]): { share: number; runs: number } | null {
  const shares = runs
    .filter((run) => run.steps > 0 && isWasted(run))
    .map(shareOf)
    .sort((a, b) => a - b)
  const middle = shares[Math.floor((shares.length - 1) / 2)]
  return middle === undefined ? null : { share: middle, runs: shares.length }
}

function shareOf({ stopped, steps }: DiagnosedRun): number {
  return stopped.share ?? stopped.step / steps
}

function fateOf(run: DiagnosedRun): keyof StopTenth {
  if (run.outcome === 'resolved') return 'succeeded'
  const claim = claimOf(run)
  return claim === 'none' ? 'rest' : 'claimed'
}

/** When the first nudge and the halt would have come, in the same tenths. */
export function sightTenths(runs: DiagnosedRun[]): { nudges: number; halts: number }[] {
  const tenths = Array.from({ length: TENTHS }, () => ({ nudges: 0, halts: 0 }))
  const of = (run: DiagnosedRun, step: number) => tenths[tenthOf(step / (run.budget.steps ?? run.steps))]!
  for (const run of runs) {
    if (run.would.nudge) of(run, run.would.nudge.step).nudges += 1
    if (run.would.halt) of(run, run.would.halt.step).halts += 1
  }
  return tenths
}

export interface DetectorCount {
  detector: string
  nudges: number
  halts: number
  /** Of runs that are known to have succeeded. */
  in_successes: number
  runs: number
}

/** How often each rule, or the model, saw something. */
export function detectorCounts(runs: DiagnosedRun[]): DetectorCount[] {
  const counts = new Map<string, DetectorCount>()
  for (const { detections, outcome } of runs) {
    const seen = new Set<string>()
    for (const { detector, tier } of detections) {
      const count = counts.get(detector) ?? { detector, nudges: 0, halts: 0, in_successes: 0, runs: 0 }
      counts.set(detector, count)
      if (tier === 'nudge') count.nudges += 1
      else count.halts += 1
      if (seen.has(detector)) continue
      seen.add(detector)
      count.runs += 1
      if (outcome === 'resolved') count.in_successes += 1
    }
  }
  return [...counts.values()].sort((a, b) => b.runs - a.runs || a.detector.localeCompare(b.detector))
}

export interface CalibrationBin {
  runs: number
  /** Means: what was said, and what was so. */
  said: number
  was: number
}

const BINS = 8
const LEAST = 20

/** Claims whose outcome is known: of equally many each, sorted by their risk. `[]`: too few to say anything. */
export function calibration(runs: DiagnosedRun[]): CalibrationBin[] {
  const known = runs
    .filter(({ outcome, false_completion }) => outcome !== 'unknown' && false_completion !== null)
    .map(({ outcome, false_completion }) => ({
      said: false_completion!.probability,
      was: outcome === 'failed' ? 1 : 0,
    }))
    .sort((a, b) => a.said - b.said)
  const bins = Math.min(BINS, Math.floor(known.length / LEAST))
  return Array.from({ length: bins }, (_, at) => {
    const part = known.slice(
      Math.round((at * known.length) / bins),
      Math.round(((at + 1) * known.length) / bins),
    )
    const mean = (of: 'said' | 'was') => part.reduce((sum, each) => sum + each[of], 0) / part.length
    return { runs: part.length, said: mean('said'), was: mean('was') }
  })
}

function tenthOf(share: number): number {
  return Math.min(TENTHS - 1, Math.max(0, Math.ceil(share * TENTHS - 1e-9) - 1))
}
