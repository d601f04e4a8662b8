import { digestOf } from '../../src/steps/digest.ts'
import { FEATURES, featuresOf } from '../../src/trace/features.ts'
import { createTrace } from '../../src/trace/trace.ts'
import type { RecordedRun } from './runs.ts'

/** A run with its features at every step; the steps themselves are not kept. */
export interface TracedRun {
  agent: string
  model: string
  instance: string
  resolved: boolean
  finished: boolean
  /** Unresolved, never said that it is finished, and used its budget up (all but one step). */
  exhausted: boolean
  /** Unresolved and never said that it is finished, wherever it ended. */
  cut: boolean
  length: number
  cap: number
  values: Float64Array
  shares: number[]
  chars: number[]
  /** Steps at which a source edit succeeded. */
  sourceEdits: number[]
}

export const WIDTH = FEATURES.length

export function tracedRun(run: RecordedRun, cap: number): TracedRun {
  const trace = createTrace()
  const values = new Float64Array(run.steps.length * WIDTH)
  const shares: number[] = []
  const sourceEdits: number[] = []
  run.steps.forEach((step, at) => {
    shares.push(Math.min(1, (at + 1) / cap))
    const facts = trace.add(step, shares[at]!)
    values.set(featuresOf(facts), at * WIDTH)
    if (facts.edits.last?.index === step.index) sourceEdits.push(at)
  })
  const cut = !run.resolved && !run.finished
  const { agent, model, instance, resolved, finished, chars } = run
  const exhausted = cut && run.steps.length >= cap - 1
  return {
    agent,
    model,
    instance,
    resolved,
    finished,
    exhausted,
    cut,
    length: run.steps.length,
    cap,
    values,
    shares,
    chars,
    sourceEdits,
  }
}

export const FOLDS = 5

/** The same for every run of one instance. */
export function foldOf(instance: string): number {
  return Number.parseInt(digestOf(instance).slice(0, 6), 16) % FOLDS
}
