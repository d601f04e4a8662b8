import type { ModelData } from './model-data.ts'
import { logistic, reasonsFor, scoreOf } from './score.ts'
import type { Estimate, Verified } from './watch.ts'

/**
 * How much a fact that the supervisor found moves the odds that "finished" is wrong: how often it is found with wrong
 * work, to how often with right work. They are assumed, not measured: the recorded runs have no supervisor.
 * docs/detection.md says where each comes from.
 */
const RATIOS = {
  green: { ratio: 0.55, words: 'the checks are green' },
  red: { ratio: 12, words: 'the checks are red' },
  proof: { ratio: 0.3, words: 'its tests were red before the change and are green now' },
  noProof: { ratio: 2, words: 'no test was red before the change and is green now' },
  onTask: { ratio: 0.8, words: 'it changes what the task names' },
  offTask: { ratio: 3, words: 'it does not touch what the task names' },
  weakened: { ratio: 5, words: 'it weakens tests' },
} as const

type Found = keyof typeof RATIOS

export function traceEstimate(
  { falseCompletion }: ModelData,
  values: readonly number[],
  calibrated: boolean,
): Estimate {
  const { scale, shift } = falseCompletion
  return {
    probability: logistic(scale * scoreOf(falseCompletion, values) + shift),
    reasons: reasonsFor(falseCompletion, values),
    calibrated,
  }
}

/** A second stage: what was verified moves the odds of the first. */
export function verifiedEstimate(trace: Estimate, verified: Verified): Estimate {
  const found = foundIn(verified)
  const odds = found.reduce(
    (product, name) => product * RATIOS[name].ratio,
    trace.probability / (1 - trace.probability),
  )
  const against = found.filter((name) => RATIOS[name].ratio > 1)
  return {
    probability: odds / (1 + odds),
    reasons: [...against.map((name) => RATIOS[name].words), ...trace.reasons].slice(0, 4),
    // What the supervisor saw itself does not depend on the agent.
    calibrated: trace.calibrated || verified.checks !== null,
  }
}

function foundIn({ checks, proof, onTask, weakened }: Verified): Found[] {
  const found: Found[] = []
  if (checks !== null) found.push(checks)
  if (proof !== null) found.push(proof ? 'proof' : 'noProof')
  if (onTask !== null) found.push(onTask ? 'onTask' : 'offTask')
  if (weakened === true) found.push('weakened')
  return found
}
