import { fnv1a64 } from '../../src/core/fnv1a.ts'
import { traceDetectors } from '../../src/detectors/trace/index.ts'
import { createWatch } from '../../src/trace/create-watch.ts'
import { FEATURES, featuresOf } from '../../src/trace/features.ts'
import type { Calibration } from '../../src/trace/model-data.ts'
import { createTrace, isCheckedGreen, isSpared } from '../../src/trace/trace.ts'
import { ports } from './ports/index.ts'
import type { RecordedRun } from './runs.ts'

/** Where a watcher first spoke and first ended the run, by step; `null`: never before the last step. */
export interface Spoken {
  nudge: number | null
  halt: number | null
}

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
  /** At each step: its own check is green since the last source edit. */
  green: boolean[]
  waiting: boolean[]
  /** At each step: the model may not end it. */
  spared: boolean[]
  chars: number[]
  /** Steps at which a source edit succeeded. */
  sourceEdits: number[]
  /** Other tools' rules, our own rules without the model, and all that is shipped. */
  ports: Spoken[]
  rules: Spoken
  byRule: Record<string, Spoken>
  shipped: Spoken & { stagnation: number[]; completion: number }
}

export const WIDTH = FEATURES.length
const MODELS = ['trace.stagnation', 'trace.false-completion']

export function tracedRun(run: RecordedRun, cap: number): TracedRun {
  const trace = createTrace()
  const values = new Float64Array(run.steps.length * WIDTH)
  const shares = run.steps.map((_, at) => Math.min(1, (at + 1) / cap))
  const sourceEdits: number[] = []
  const green: boolean[] = []
  const waiting: boolean[] = []
  const spared: boolean[] = []
  run.steps.forEach((step, at) => {
    const facts = trace.add(step, shares[at]!)
    values.set(featuresOf(facts), at * WIDTH)
    green.push(isCheckedGreen(facts))
    waiting.push(facts.repeats.waiting)
    spared.push(isSpared(facts))
    if (facts.edits.last?.index === step.index) sourceEdits.push(at)
  })
  const { agent, model, instance, resolved, finished, chars } = run
  const cut = !resolved && !finished
  const length = run.steps.length
  const exhausted = cut && length >= cap - 1
  const about = { agent, model, instance, resolved, finished, exhausted, cut, length, cap }
  return {
    ...about,
    values,
    shares,
    green,
    waiting,
    spared,
    chars,
    sourceEdits,
    ports: portsOf(run),
    ...watchedBy(run, shares),
  }
}

function portsOf({ steps }: RecordedRun): Spoken[] {
  return ports.map((port) => {
    const watch = port.open()
    const spoken: Spoken = { nudge: null, halt: null }
    steps.slice(0, -1).forEach((step, at) => {
      const says = watch(step)
      if (says !== null) spoken.nudge ??= at
      if (says === 'halt') spoken.halt ??= at
    })
    return spoken
  })
}

/** As if calibrated, so that the rules leave to the model what is the model's. */
const CALIBRATED: Calibration = { agent: '', scale: 1, shift: 0, nudge: null, halt: null, runs: 0 }

function watchedBy(
  run: RecordedRun,
  shares: readonly number[],
): Pick<TracedRun, 'rules' | 'byRule' | 'shipped'> {
  const settings = { agent: run.agent, task: null, detectors: {} }
  const shipped = createWatch(settings)
  const ruled = createWatch({ ...settings, calibration: CALIBRATED })
  const said: Spoken = { nudge: null, halt: null }
  const rules: Spoken = { nudge: null, halt: null }
  const byRule = Object.fromEntries(
    traceDetectors.map(({ id }) => [id, { nudge: null, halt: null } as Spoken]),
  )
  const stagnation: number[] = []
  run.steps.forEach((step, at) => {
    const isLast = at === run.steps.length - 1
    for (const { detector, tier } of shipped.add(step, shares[at]!)) {
      if (isLast || detector === 'trace.false-completion') continue
      mark(said, tier, at)
      mark(byRule[detector]!, tier, at)
    }
    for (const { detector, tier } of ruled.add(step, shares[at]!)) {
      if (!isLast && !MODELS.includes(detector)) mark(rules, tier, at)
    }
    stagnation.push(shipped.stagnation()?.probability ?? 0)
  })
  const completion = shipped.falseCompletion(null)?.trace.probability ?? 0
  return { rules, byRule, shipped: { ...said, stagnation, completion } }
}

/** Who is ended was also told. */
function mark(spoken: Spoken, tier: 'nudge' | 'halt', at: number): void {
  spoken.nudge ??= at
  if (tier === 'halt') spoken.halt ??= at
}

export const FOLDS = 5

/** The same for every run of one instance. */
export function foldOf(instance: string): number {
  return Number.parseInt(fnv1a64(instance).slice(-6), 16) % FOLDS
}
