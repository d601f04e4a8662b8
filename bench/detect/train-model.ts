import { limitFor } from '../../src/trace/calibrate.ts'
import { FEATURES } from '../../src/trace/features.ts'
import { fitLine, type LinePoint } from '../../src/trace/fit-line.ts'
import type { Calibration, ModelData } from '../../src/trace/model-data.ts'
import { logistic } from '../../src/trace/score.ts'
import { learnFalseCompletion, learnStagnation, WATCHING } from './learn.ts'
import { type Judged, judgeUnseen, peakOf } from './out-of-fold.ts'
import type { TracedRun } from './traced.ts'

/** No share of the budget by itself: how long a run is must not decide alone. */
export const COLUMNS = FEATURES.flatMap(({ family }, at) => (family === 'budget' ? [] : [at]))
export const COMPLETION_COLUMNS = COLUMNS
export const COMPLETION_L2 = 20
/** With a margin below the 2 % and 5 % that are promised. */
const HALT_FALSE = 0.015
const NUDGE_FALSE = 0.045
const ACCUSE_FALSE = 0.1

/** The weights of all runs; the thresholds and probabilities of runs whose model and instance were unseen. */
export function trainModel(runs: readonly TracedRun[], date: string): ModelData {
  const split = {
    leaveModelOut: true,
    columns: COLUMNS,
    completionColumns: COMPLETION_COLUMNS,
    l2: COMPLETION_L2,
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
      ...learnFalseCompletion(runs, COMPLETION_COLUMNS, COMPLETION_L2),
      ...completionOf(judged),
    },
    calibrations: [...new Set(runs.map(({ agent }) => agent))].map((agent) => calibrationOf(agent, judged)),
  }
}

function calibrationOf(agent: string, all: readonly Judged[]): Calibration {
  const judged = all.filter(({ run }) => run.agent === agent)
  const peaks = judged.filter(({ run }) => run.resolved).map(peakOf)
  // Every step of the later two thirds counts, one run as much as another.
  const points = judged.flatMap(({ run, scores }): LinePoint[] => {
    const late = scores.slice(4, -1)
    return late.map((score) => ({ score, label: run.exhausted ? 1 : 0, weight: 1 / late.length }))
  })
  return {
    agent,
    ...fitLine(points),
    nudge: limitFor(peaks, NUDGE_FALSE),
    halt: limitFor(peaks, HALT_FALSE),
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
