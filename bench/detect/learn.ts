import { FEATURES } from '../../src/trace/features.ts'
import type { Linear, Watching } from '../../src/trace/model-data.ts'
import { pressureAfter, scoreOf } from '../../src/trace/score.ts'
import { fitLogistic, type Table } from './logistic.ts'
import { fitSigned } from './signed.ts'
import { type TracedRun, WIDTH } from './traced.ts'

const SETTINGS = { l2: 10, completionL2: 5, every: 2, from: 0.5, reference: 1, least: 4 } as const
export const WATCHING: Watching = { reference: SETTINGS.reference, from: SETTINGS.from }

/** No share of the budget by itself: how long a run is must not decide alone. */
export const COLUMNS = FEATURES.flatMap(({ family }, at) => (family === 'budget' ? [] : [at]))
export const COMPLETION_COLUMNS = FEATURES.flatMap(({ family, more, less }, at) =>
  family === 'budget' || family === 'reading' || (more === null && less === null) ? [] : [at],
)

/** `columns`: the features that may be used; others get no weight. */
export function learnStagnation(runs: readonly TracedRun[], columns: readonly number[]): Linear {
  const used = runs.filter(({ resolved, exhausted, finished }) => resolved || exhausted || finished)
  const rows = used.flatMap((run) =>
    range(SETTINGS.least, run.length - 1)
      .filter((at) => at % SETTINGS.every === 0)
      .map((at) => ({
        run,
        at,
        label: run.exhausted ? 1 : 0,
        weight: 1 / run.length,
      })),
  )
  return spread(fitLogistic(tableOf(balanced(rows), columns), SETTINGS.l2), columns)
}

/** A feature may speak only in a direction that it has words for. */
const SIGNS = FEATURES.map(({ more, less }) => (more !== null && less !== null ? 0 : more !== null ? 1 : -1))

/** At the last step of those that say they are finished. */
export function learnFalseCompletion(runs: readonly TracedRun[], columns: readonly number[]): Linear {
  const rows = runs
    .filter(({ finished }) => finished)
    .map((run) => ({ run, at: run.length - 1, label: run.resolved ? 0 : 1, weight: 1 }))
  const signs = columns.map((column) => SIGNS[column]!)
  return spread(fitSigned(tableOf(rows, columns), SETTINGS.completionL2, signs), columns)
}

interface Row {
  run: TracedRun
  at: number
  label: number
  weight: number
}

/** Both outcomes weigh the same, whatever the share of each: thresholds are chosen afterwards. */
function balanced(rows: Row[]): Row[] {
  const total = [0, 0]
  for (const { label, weight } of rows) total[label]! += weight
  return rows.map((row) => ({ ...row, weight: row.weight / total[row.label]! }))
}

function tableOf(rows: Row[], columns: readonly number[]): Table {
  const width = columns.length
  const values = new Float64Array(rows.length * width)
  rows.forEach(({ run, at }, row) => {
    columns.forEach((column, k) => {
      values[row * width + k] = run.values[at * WIDTH + column]!
    })
  })
  return {
    values,
    width,
    labels: Float64Array.from(rows, ({ label }) => label),
    weights: Float64Array.from(rows, ({ weight }) => weight),
  }
}

function spread({ weights, centres, bias }: Linear, columns: readonly number[]): Linear {
  const all = Array<number>(WIDTH).fill(0)
  const middle = Array<number>(WIDTH).fill(0)
  columns.forEach((column, k) => {
    all[column] = weights[k]!
    middle[column] = centres[k]!
  })
  return { weights: all, centres: middle, bias }
}

export function scoresOf(model: Linear, run: TracedRun): number[] {
  return range(0, run.length).map((at) =>
    scoreOf(model, [...run.values.subarray(at * WIDTH, (at + 1) * WIDTH)]),
  )
}

/** At each step, as a watch has it. */
export function pressuresOf(scores: readonly number[], run: TracedRun): number[] {
  let pressure = 0
  return scores.map((score, at) => {
    const share = run.shares[at]!
    const width = share - (run.shares[at - 1] ?? 0)
    pressure = pressureAfter(WATCHING, pressure, {
      score,
      moment: { index: at, share, width },
      green: run.green[at]!,
      waiting: run.waiting[at]!,
    })
    return pressure
  })
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}
