import { isEnabled, look } from '../detectors/settings.ts'
import { traceDetectors } from '../detectors/trace/index.ts'
import type { TraceScene } from '../detectors/trace-scene.ts'
import type { Step } from '../steps/step.ts'
import { createBest } from './best.ts'
import { traceEstimate, verifiedEstimate } from './false-completion.ts'
import { featuresOf } from './features.ts'
import type { Calibration, ModelData } from './model-data.ts'
import { logistic, pressureAfter, reasonsFor, scoreOf } from './score.ts'
import { createTrace, isCheckedGreen, type TraceFacts } from './trace.ts'
import type { Detection, Estimate, Tier, Watch, WatchSettings } from './watch.ts'
import { weights } from './weights.ts'

interface Seen {
  facts: TraceFacts
  values: number[]
  score: number
  pressure: number
}

/** The harder tier first: who is ended need not be told. */
const TIERS: readonly Tier[] = ['halt', 'nudge']

/** Watches one agent's steps, one by one. `model`: the shipped one, unless a benchmark brings another. */
export function createWatch(settings: WatchSettings, model: ModelData = weights): Watch {
  const trace = createTrace()
  const best = createBest()
  const calibration = settings.calibration ?? shippedFor(model, settings.agent)
  const said = new Set<string>()
  let seen: Seen | null = null
  let peak = 0

  const see = (step: Step, share: number | null): Seen => {
    const facts = trace.add(step, share)
    const values = featuresOf(facts)
    const score = scoreOf(model.stagnation, values)
    peak = Math.max(peak, seen?.pressure ?? 0)
    return {
      facts,
      values,
      score,
      pressure: pressureAfter(model.stagnation, seen?.pressure ?? 0, {
        score,
        moment: facts.now,
        green: isCheckedGreen(facts),
        waiting: facts.repeats.waiting,
      }),
    }
  }
  const stagnation = ({ facts, values, score }: Seen): Estimate | null => {
    if (facts.now.share === null) return null
    const { scale, shift } = calibration ?? { scale: 1, shift: 0 }
    return {
      probability: logistic(scale * score + shift + (settings.prior ?? 0)),
      // Worked out only where somebody wants to know: that is rarely so, and every step asks for the probability.
      get reasons() {
        return reasonsFor(model.stagnation, values)
      },
      calibrated: calibration !== null,
    }
  }
  const completion = ({ facts, values }: Seen): Estimate | null =>
    facts.now.share === null ? null : traceEstimate(model, values, calibration !== null)
  const sceneOf = (now: Seen): Omit<TraceScene, 'tier'> => {
    const estimate = stagnation(now)
    return {
      facts: now.facts,
      research: settings.research === true,
      stagnation: estimate && Object.assign(estimate, { level: levelOf(now.pressure, calibration) }),
      falseCompletion: now.facts.finished ? completion(now) : null,
    }
  }
  const rules = traceDetectors.filter((rule) => isEnabled(rule, settings.detectors))
  const detections = (now: Seen): Detection[] => {
    const scene = sceneOf(now)
    const scenes = TIERS.map((tier) => ({ ...scene, tier }))
    return rules.flatMap((rule) => {
      if (said.has(`${rule.id} halt`)) return []
      for (const looked of scenes) {
        const evidence = look(rule, looked, settings.detectors)
        if (evidence) return once(rule.id, looked, evidence)
      }
      return []
    })
  }
  const once = (detector: string, scene: TraceScene, evidence: string[]): Detection[] => {
    const { tier, facts } = scene
    if (said.has(`${detector} ${tier}`)) return []
    said.add(`${detector} ${tier}`)
    const { index: at, share } = facts.now
    return [{ detector, tier, at, share, probability: probabilityOf(detector, scene), evidence }]
  }

  return {
    add: (step, share) => {
      seen = see(step, share)
      best.add(seen.facts)
      return detections(seen)
    },
    stagnation: () => seen && stagnation(seen),
    falseCompletion: (verified) => {
      const estimate = seen && completion(seen)
      return estimate && { trace: estimate, verified: verified && verifiedEstimate(estimate, verified) }
    },
    best: best.best,
    sample: () =>
      seen === null || seen.facts.now.share === null ? null : { score: seen.score, pressure: peak },
  }
}

function shippedFor({ calibrations }: ModelData, agent: string | null): Calibration | null {
  return calibrations.find((each) => each.agent === agent) ?? null
}

/** 1 where the agent is to be told, 2 where it is to be ended, as its calibration has it. */
function levelOf(pressure: number, calibration: Calibration | null): number {
  const nudge = calibration?.nudge ?? null
  const halt = calibration?.halt ?? null
  if (pressure <= 0) return 0
  if (nudge !== null && pressure < nudge) return pressure / nudge
  if (halt !== null && pressure >= halt) return 2 + (pressure - halt) / halt
  return nudge === null ? 0 : 1 + (halt === null ? 0 : (pressure - nudge) / Math.max(1e-9, halt - nudge))
}

function probabilityOf(id: string, { stagnation, falseCompletion }: Omit<TraceScene, 'tier'>): number | null {
  if (id === 'trace.stagnation') return stagnation?.probability ?? null
  return id === 'trace.false-completion' ? (falseCompletion?.probability ?? null) : null
}
