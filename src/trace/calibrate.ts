import { fitLine } from './fit-line.ts'
import type { Calibration } from './model-data.ts'
import { weights } from './weights.ts'

/** One ended run of the user's own history. */
export interface CalibrationExample {
  /** `Watch.sample()` when it ended. */
  score: number
  pressure: number
  /** `stuck`: it used up its budget without success. `done`: it succeeded. */
  outcome: 'stuck' | 'done'
}

const LEAST_RUNS = 30
const LEAST_OF_EACH = 10
/** Keeps few examples from giving certainty. */
const PRIOR = 1
const NUDGE_FALSE = 0.05
const HALT_FALSE = 0.02

/** Fits what scores mean for one agent. `null`: too few examples. */
export function calibrate(agent: string, examples: readonly CalibrationExample[]): Calibration | null {
  const done = examples.filter(({ outcome }) => outcome === 'done')
  const least = Math.min(done.length, examples.length - done.length)
  if (examples.length < LEAST_RUNS || least < LEAST_OF_EACH) return null
  const peaks = done.map(({ pressure }) => pressure)
  const limits = { nudge: limitFor(peaks, NUDGE_FALSE), halt: limitFor(peaks, HALT_FALSE) }
  const points = examples.map(({ score, outcome }) => ({
    score,
    label: outcome === 'stuck' ? (1 as const) : (0 as const),
    weight: 1,
  }))
  return { agent, ...fitLine(points, PRIOR), ...notBelowShipped(limits), runs: examples.length }
}

/** Short calls that went well never came under pressure: a limit that they set would end the next one that does. */
function notBelowShipped({ nudge, halt }: Record<'nudge' | 'halt', number | null>) {
  const [shipped] = weights.calibrations
  return {
    nudge: nudge === null ? null : Math.max(nudge, shipped?.nudge ?? 0),
    halt: halt === null ? null : Math.max(halt, shipped?.halt ?? 0),
  }
}

/** The least pressure that so few successes went above; `null` where there are too few of them to tell. */
export function limitFor(peaks: readonly number[], falseShare: number): number | null {
  const sorted = peaks.toSorted((a, b) => b - a)
  // One more than were seen: the next success may be the highest.
  const over = Math.floor(falseShare * (sorted.length + 1)) - 1
  return over < 0 ? null : (sorted[over] ?? null)
}
