import type { Linear } from '../../src/trace/model-data.ts'
import { scoreOf } from '../../src/trace/score.ts'
import { learnFalseCompletion, learnStagnation, pressuresOf, scoresOf } from './learn.ts'
import { FOLDS, foldOf, type TracedRun, WIDTH } from './traced.ts'

/** A run judged by a model that has seen neither its instance nor, where models are left out, its model. */
export interface Judged {
  run: TracedRun
  scores: number[]
  pressures: number[]
  /** At the last step, of those that say they are finished. */
  completion: number
}

export interface Split {
  leaveModelOut: boolean
  columns: readonly number[]
  completionColumns: readonly number[]
  l2: number
}

export function judgeUnseen(runs: readonly TracedRun[], split: Split): Judged[] {
  const groups = split.leaveModelOut ? [...new Set(runs.map(({ model }) => model))] : [null]
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold)
  return groups.flatMap((group) =>
    folds.flatMap((fold) => {
      const isTest = (run: TracedRun) =>
        foldOf(run.instance) === fold && (group === null || run.model === group)
      const test = runs.filter(isTest)
      if (test.length === 0) return []
      const train = runs.filter((run) => foldOf(run.instance) !== fold && run.model !== group)
      const models = {
        stagnation: learnStagnation(train, split.columns),
        completion: learnFalseCompletion(train, split.completionColumns, split.l2),
      }
      return test.map((run) => judge(run, models))
    }),
  )
}

export function judge(run: TracedRun, models: { stagnation: Linear; completion: Linear }): Judged {
  const scores = scoresOf(models.stagnation, run)
  const last = [...run.values.subarray((run.length - 1) * WIDTH, run.length * WIDTH)]
  return { run, scores, pressures: pressuresOf(scores, run), completion: scoreOf(models.completion, last) }
}

/** The most there was before the last step: after it nothing can be saved. */
export function peakOf({ pressures }: Judged): number {
  return Math.max(0, ...pressures.slice(0, -1))
}
