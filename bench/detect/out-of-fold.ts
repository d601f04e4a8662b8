import type { Linear, ModelData } from '../../src/trace/model-data.ts'
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
}

export function judgeUnseen(runs: readonly TracedRun[], split: Split): Judged[] {
  const groupOf = split.leaveModelOut ? groupsOf(runs) : () => null
  const groups = [...new Set(runs.map(({ model }) => groupOf(model)))]
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold)
  return groups.flatMap((group) =>
    folds.flatMap((fold) => {
      const isTest = (run: TracedRun) => foldOf(run.instance) === fold && groupOf(run.model) === group
      const test = runs.filter(isTest)
      if (test.length === 0) return []
      const train = runs.filter(
        (run) => foldOf(run.instance) !== fold && (group === null || groupOf(run.model) !== group),
      )
      const models = {
        stagnation: learnStagnation(train, split.columns),
        completion: learnFalseCompletion(train, split.completionColumns),
      }
      return test.map((run) => judge(run, models))
    }),
  )
}

const FEW = 20
const LUMPS = 3

/** Models with few successes are left out several at a time: stricter than one by one, and a quarter of the work. */
function groupsOf(runs: readonly TracedRun[]): (model: string) => string {
  const successes = new Map<string, number>()
  for (const { model, resolved } of runs)
    successes.set(model, (successes.get(model) ?? 0) + (resolved ? 1 : 0))
  const few = [...successes.keys()].filter((model) => successes.get(model)! < FEW).sort()
  return (model) => (few.includes(model) ? `lump ${few.indexOf(model) % LUMPS}` : model)
}

/** By one model alone, whatever it has seen. */
export function judgeBy({ stagnation, falseCompletion }: ModelData, runs: readonly TracedRun[]): Judged[] {
  return runs.map((run) => judge(run, { stagnation, completion: falseCompletion }))
}

function judge(run: TracedRun, models: { stagnation: Linear; completion: Linear }): Judged {
  const scores = scoresOf(models.stagnation, run)
  const last = [...run.values.subarray((run.length - 1) * WIDTH, run.length * WIDTH)]
  return { run, scores, pressures: pressuresOf(scores, run), completion: scoreOf(models.completion, last) }
}

/** The most there was before the last step: after it nothing can be saved. What a rule ended is beyond any limit. */
export function peakOf({ pressures, run }: Judged, tier: 'nudge' | 'halt'): number {
  if (run.rules[tier] !== null) return Infinity
  const counted = pressures.slice(0, -1).filter((_, at) => tier === 'nudge' || !run.spared[at])
  return Math.max(0, ...counted)
}
