import { cleanText } from '../contracts/clean-text.ts'
import type { ImportedEnd, ImportedHead, Spent } from '../import/importer.ts'
import type { Price } from '../policy/prices.ts'
import type { Step } from '../steps/step.ts'
import type { Detection, Watch, WatchSettings } from '../trace/watch.ts'
import type {
  Budget,
  DiagnosedDetection,
  DiagnosedRun,
  RunSpend,
  Stopped,
  WouldHalt,
} from './diagnosed-run.ts'
import { createMeter, type Meter, type Reading } from './meter.ts'
import { createProgress, type Forward } from './progress.ts'
import { letterOf, MAX_TRAIL } from './trail.ts'

export interface DiagnoseSettings {
  file: string
  /** Counts where the transcript has no cap of its own. */
  maxSteps: number | null
  watch(settings: WatchSettings): Watch
  /** What a model costs; `null`: nobody knows. */
  price(model: string | null): Price | null
}

export interface Diagnosis {
  step(step: Step, share: number | null): void
  spend(spent: Spent): void
  end(how: ImportedEnd): DiagnosedRun
}

const MAX_TASK = 300
const MAX_NAME = 120
const MAX_EVIDENCE = 5
const MAX_EVIDENCE_TEXT = 300
const MAX_DETECTIONS = 40

interface Moment {
  step: number
  reading: Reading
}

/** Follows one run, step by step; what it keeps does not grow with the run. `head` may still grow until the end. */
export function diagnoseRun(head: Readonly<ImportedHead>, settings: DiagnoseSettings): Diagnosis {
  const watch = settings.watch({
    agent: head.agent,
    task: head.task,
    ...(head.watched ?? { detectors: {}, research: head.writes === false }),
  })
  const meter = createMeter()
  const forwardOf = createProgress()
  const detections: DiagnosedDetection[] = []
  let steps = 0
  let trail = ''
  let forward = 0
  let last: (Moment & { why: Forward }) | null = null
  let halted: (Moment & Pick<WouldHalt, 'detector' | 'best'>) | null = null
  let began: string | null = null
  let ended: string | null = null

  return {
    step: (step, share) => {
      steps += 1
      meter.step(step)
      began ??= step.began || null
      ended = step.at || ended
      const why = forwardOf(step)
      if (trail.length < MAX_TRAIL) trail += letterOf(step, why)
      if (why) {
        forward += 1
        last = { step: steps, why, reading: meter.read() }
      }
      const cap = budgetOf(head, settings).steps
      const used = share ?? (cap ? Math.min(1, steps / cap) : null)
      for (const found of watch.add(step, used)) {
        if (found.tier === 'halt')
          halted ??= { step: steps, reading: meter.read(), detector: found.detector, best: bestOf(watch) }
        if (detections.length < MAX_DETECTIONS) detections.push(told(found))
      }
    },
    spend: meter.spend,
    end: (how) => {
      const budget = budgetOf(head, settings)
      const price = settings.price(head.model)
      const stopped = stoppedAt(last, { forward, steps, budget })
      return {
        ...names(head, settings),
        began,
        ended,
        outcome: head.resolved === null ? 'unknown' : head.resolved ? 'resolved' : 'failed',
        ending: how,
        steps,
        trail,
        budget,
        stopped,
        detections,
        spend: spendOf(meter, last?.reading ?? null, price),
        false_completion: how === 'finished' ? (watch.falseCompletion(null)?.trace ?? null) : null,
        stagnation: watch.stagnation(),
        would: {
          nudge: firstNudge(detections, halted),
          halt: halted && wouldHalt(halted, meter, price),
        },
      }
    },
  }
}

function budgetOf({ maxSteps }: ImportedHead, { maxSteps: flag }: DiagnoseSettings): Budget {
  if (maxSteps !== null) return { steps: maxSteps, from: 'transcript' }
  return flag === null ? { steps: null, from: 'unknown' } : { steps: flag, from: 'flag' }
}

function names(head: ImportedHead, { file }: DiagnoseSettings) {
  const name = (text: string | null, max = MAX_NAME) => text && cleanText(text, max)
  return {
    id: cleanText(head.id, MAX_NAME),
    file,
    agent: name(head.agent),
    model: name(head.model),
    project: name(head.cwd, MAX_TASK),
    task: name(head.task, MAX_TASK),
  }
}

function stoppedAt(
  last: { step: number; why: Forward } | null,
  { forward, steps, budget }: { forward: number; steps: number; budget: Budget },
): Stopped {
  const step = last?.step ?? 0
  return {
    step,
    kind: last?.why.kind ?? null,
    why: last ? cleanText(last.why.why, MAX_EVIDENCE_TEXT) : 'nothing that it did moved the work forward',
    forward,
    after: steps - step,
    share: budget.steps === null ? null : Math.min(1, step / budget.steps),
  }
}

function told({ detector, tier, at, share, probability, evidence }: Detection): DiagnosedDetection {
  const lines = evidence.slice(0, MAX_EVIDENCE).map((line) => cleanText(line, MAX_EVIDENCE_TEXT))
  return { detector, tier, step: at + 1, share, probability, evidence: lines }
}

function bestOf(watch: Watch): WouldHalt['best'] {
  const best = watch.best()
  return best && { step: best.step + 1, why: cleanText(best.why, MAX_EVIDENCE_TEXT) }
}

/** A nudge counts only before the halt: after it there would have been nobody to tell. */
function firstNudge(all: DiagnosedDetection[], halted: Moment | null) {
  const found = all.find(({ tier }) => tier === 'nudge')
  if (!found || (halted && found.step >= halted.step)) return null
  return { step: found.step, detector: found.detector }
}

function spendOf(meter: Meter, at: Reading | null, price: Price | null): RunSpend {
  const end = meter.read()
  return {
    total: meter.between(null, end, price),
    before: at ? meter.between(null, at, price) : { tokens: 0, usd: meter.between(end, end, price).usd },
    after: meter.between(at, end, price),
    ...meter.sources(price),
  }
}

function wouldHalt(
  { step, reading, detector, best }: Moment & Pick<WouldHalt, 'detector' | 'best'>,
  meter: Meter,
  price: Price | null,
): WouldHalt {
  return { step, detector, saved: meter.between(reading, meter.read(), price), best }
}
