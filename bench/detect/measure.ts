import type { Spoken, TracedRun } from './traced.ts'

/** What a watcher did with one run. */
export interface Verdict {
  run: TracedRun
  spoken: Spoken
}

/** What the tables say of a watcher, over some runs. Shares are `NaN` where there is nothing to count. */
export interface Figures {
  /** Of exhausted failures, ended before their last step; and told. */
  recall: number
  nudgeRecall: number
  /** The same of all failures that never said that they are finished, wherever they ended. */
  cutRecall: number
  /** Of successes, ended; and told. */
  falseHalts: number
  falseNudges: number
  /** Of successes, ended with a successful source edit still to come. */
  harmful: number
  /** Tokens of exhausted failures that were not spent, and those less what the ended successes had cost. */
  saved: number
  netSaved: number
}

export function figuresOf(verdicts: readonly Verdict[]): Figures {
  const failures = verdicts.filter(({ run }) => run.exhausted)
  const cut = verdicts.filter(({ run }) => run.cut)
  const successes = verdicts.filter(({ run }) => run.resolved)
  const isEnded = ({ spoken }: Verdict) => spoken.halt !== null
  const spent = sum(failures.map(({ run }) => costUntil(run, run.length - 1)))
  const saved = sum(
    failures
      .filter(isEnded)
      .map(({ run, spoken }) => costUntil(run, run.length - 1) - costUntil(run, spoken.halt!)),
  )
  const lost = sum(successes.filter(isEnded).map(({ run }) => costUntil(run, run.length - 1)))
  return {
    recall: share(failures, isEnded),
    nudgeRecall: share(failures, ({ spoken }) => spoken.nudge !== null),
    cutRecall: share(cut, isEnded),
    falseHalts: share(successes, isEnded),
    falseNudges: share(successes, ({ spoken }) => spoken.nudge !== null),
    harmful: share(
      successes,
      ({ run, spoken }) => spoken.halt !== null && (run.sourceEdits.at(-1) ?? -1) > spoken.halt,
    ),
    saved: saved / spent,
    netSaved: (saved - lost) / spent,
  }
}

/** Each step sends the whole context again: the sum of the sums, in characters. */
function costUntil(run: TracedRun, last: number): number {
  let context = 0
  let cost = 0
  for (let at = 0; at <= last; at++) {
    context += run.chars[at] ?? 0
    cost += context
  }
  return cost
}

function share(verdicts: readonly Verdict[], is: (verdict: Verdict) => boolean): number {
  return verdicts.length === 0 ? Number.NaN : verdicts.filter(is).length / verdicts.length
}

/** The chance that a wrong one has the higher score than a right one. Ties count half. */
export function areaUnder(points: readonly { score: number; wrong: boolean }[]): number {
  const sorted = points.toSorted((a, b) => a.score - b.score)
  let below = 0
  let area = 0
  for (let at = 0; at < sorted.length; ) {
    let end = at
    while (end < sorted.length && sorted[end]!.score === sorted[at]!.score) end++
    const tied = sorted.slice(at, end)
    const wrong = tied.filter((point) => point.wrong).length
    area += wrong * (below + (tied.length - wrong) / 2)
    below += tied.length - wrong
    at = end
  }
  const wrong = points.filter((point) => point.wrong).length
  return area / (wrong * (points.length - wrong))
}

/** Of the wrong ones, found where no more than a share of the right ones is accused. */
export function foundAt(points: readonly { score: number; wrong: boolean }[], accused: number): number {
  const right = points
    .filter((point) => !point.wrong)
    .map(({ score }) => score)
    .toSorted((a, b) => b - a)
  const limit = right[Math.floor(accused * right.length)] ?? -Infinity
  const wrong = points.filter((point) => point.wrong)
  return wrong.filter(({ score }) => score > limit).length / wrong.length
}

/** Expected calibration error, and the bins that it is made of. */
export function calibrationOf(points: readonly { probability: number; wrong: boolean }[], bins = 10) {
  const rows = Array.from({ length: bins }, (_, bin) => {
    const inside = points.filter(
      ({ probability }) => Math.min(bins - 1, Math.floor(probability * bins)) === bin,
    )
    const mean = sum(inside.map(({ probability }) => probability)) / inside.length
    const seen = inside.filter(({ wrong }) => wrong).length / inside.length
    return { bin, count: inside.length, mean, seen }
  }).filter(({ count }) => count > 0)
  const error = sum(rows.map(({ count, mean, seen }) => (count / points.length) * Math.abs(mean - seen)))
  return { error, rows }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
