import { limitFor } from '../../src/trace/calibrate.ts'
import { FEATURES } from '../../src/trace/features.ts'
import { fitLine, type LinePoint } from '../../src/trace/fit-line.ts'
import type { Calibration, ModelData } from '../../src/trace/model-data.ts'
import { logistic } from '../../src/trace/score.ts'
import { COLUMNS, COMPLETION_COLUMNS, learnFalseCompletion, learnStagnation, WATCHING } from './learn.ts'
import { type Judged, judgeUnseen, peakOf } from './out-of-fold.ts'
import type { TracedRun } from './traced.ts'

/** Half of the 2 % and most of the 5 % that are promised: a model that nobody has seen may do worse. */
export const HALT_FALSE = 0.01
export const NUDGE_FALSE = 0.045
const ACCUSE_FALSE = 0.1

/** The weights of all runs; the thresholds and probabilities of runs whose model and instance were unseen. */
export function trainModel(runs: readonly TracedRun[], date: string): ModelData {
  const split = {
    leaveModelOut: true,
    columns: COLUMNS,
    completionColumns: COMPLETION_COLUMNS,
  }
  const judged = judgeUnseen(runs, split)
  const count = (key: 'model' | 'instance') => new Set(runs.map((run) => run[key])).size
  return {
    provenance: {
      data: 'openhands-swebench-dev: OpenHands 0.20 on SWE-bench Verified, from the logs of "The Danger of Overthinking" (arXiv 2502.08235)',
      licence: 'MIT (AlexCuadron/Overthinking)',
      script: 'bench/detect/train.mjs',
      date,
      runs: runs.length,
      models: count('model'),
      instances: count('instance'),
      folds:
        'thresholds and probabilities from runs whose model and instance (5 folds) were both left out of the training',
    },
    features: FEATURES.map(({ name }) => name),
    stagnation: { ...learnStagnation(runs, COLUMNS), ...WATCHING },
    falseCompletion: {
      ...learnFalseCompletion(runs, COMPLETION_COLUMNS),
      ...completionOf(judged),
    },
    calibrations: [...new Set(runs.map(({ agent }) => agent))].map((agent) => calibrationOf(agent, judged)),
  }
}

function calibrationOf(agent: string, all: readonly Judged[]): Calibration {
  const judged = all.filter(({ run }) => run.agent === agent)
  const done = telling(judged.filter(({ run }) => run.resolved))
  const limit = (tier: 'nudge' | 'halt', share: number) =>
    limitFor(
      done.map((each) => peakOf(each, tier)),
      share,
    )
  // Every step of the later two thirds counts, one run as much as another.
  const points = judged.flatMap(({ run, scores }): LinePoint[] => {
    const late = scores.slice(4, -1)
    return late.map((score) => ({ score, label: run.exhausted ? 1 : 0, weight: 1 / late.length }))
  })
  return {
    agent,
    ...fitLine(points),
    nudge: limit('nudge', NUDGE_FALSE),
    halt: limit('halt', HALT_FALSE),
    runs: judged.length,
  }
}

function completionOf(judged: readonly Judged[]) {
  const finished = judged.filter(({ run }) => run.finished)
  const points = finished.map(
    ({ run, completion }): LinePoint => ({
      score: completion,
      label: run.resolved ? 0 : 1,
      weight: 1,
    }),
  )
  const { scale, shift } = fitLine(points)
  const right = finished
    .filter(({ run }) => run.resolved)
    .map(({ completion }) => logistic(scale * completion + shift))
  return { scale, shift, accuse: limitFor(right, ACCUSE_FALSE) ?? 1 }
}

/** A model with fewer successes says little about how successes look: most of its own never said that they are finished. */
export const FEW = 20

/** Those of models with enough successes, if there are such. */
export function telling(successes: readonly Judged[]): readonly Judged[] {
  const counts = new Map<string, number>()
  for (const { run } of successes) counts.set(run.model, (counts.get(run.model) ?? 0) + 1)
  const enough = successes.filter(({ run }) => counts.get(run.model)! >= FEW)
  return enough.length > 0 ? enough : successes
}
