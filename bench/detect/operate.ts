import { limitFor } from '../../src/trace/calibrate.ts'
import type { Verdict } from './measure.ts'
import { type Judged, peakOf } from './out-of-fold.ts'
import { foldOf, type Spoken } from './traced.ts'
import { HALT_FALSE, NUDGE_FALSE, telling } from './train-model.ts'

interface Limits {
  nudge: number
  halt: number
}

/** The model's pressure against limits, and the rules beside it. */
function verdictOf({ run, pressures }: Judged, { nudge, halt }: Limits): Verdict {
  const first = (limit: number, spare: boolean) => {
    const at = pressures
      .slice(0, -1)
      .findIndex((pressure, step) => pressure >= limit && !(spare && run.spared[step]))
    return at < 0 ? null : at
  }
  return {
    run,
    spoken: {
      nudge: earlier(first(Math.min(nudge, halt), false), run.rules.nudge),
      halt: earlier(first(halt, true), run.rules.halt),
    },
  }
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.min(one, other)
}

/** Limits for each run from others: neither its model (where models are left out) nor its instance has a say in them. */
export function operated(judged: readonly Judged[], leaveModelOut: boolean): Verdict[] {
  const limits = new Map<string, Limits>()
  return judged.map((each) => {
    const key = `${leaveModelOut ? each.run.model : ''} ${foldOf(each.run.instance)}`
    const known = limits.get(key) ?? limitsFor(judged, each, leaveModelOut)
    limits.set(key, known)
    return verdictOf(each, known)
  })
}

function limitsFor(judged: readonly Judged[], test: Judged, leaveModelOut: boolean): Limits {
  const { model, instance } = test.run
  // Which models have enough successes is asked of all folds, so that a fold more or less does not decide it.
  const others = telling(
    judged.filter(({ run }) => run.resolved && !(leaveModelOut && run.model === model)),
  ).filter(({ run }) => foldOf(run.instance) !== foldOf(instance))
  const limit = (tier: keyof Spoken, share: number) =>
    limitFor(
      others.map((each) => peakOf(each, tier)),
      share,
    ) ?? Infinity
  return { nudge: limit('nudge', NUDGE_FALSE), halt: limit('halt', HALT_FALSE) }
}

/** The verdicts with the lowest limit that ends (or tells) no more than a share of these successes: a point of the curve. */
export function atFalseShare(
  judged: readonly Judged[],
  falseShare: number,
  tier: keyof Spoken = 'halt',
): Verdict[] {
  const peaks = judged
    .filter(({ run }) => run.resolved)
    .map((each) => peakOf(each, tier))
    .toSorted((a, b) => b - a)
  const above = peaks[Math.floor(falseShare * peaks.length)] ?? 0
  const limit = above === Infinity ? Infinity : above + 1e-9
  return judged.map((each) => verdictOf(each, { nudge: limit, halt: tier === 'halt' ? limit : Infinity }))
}
