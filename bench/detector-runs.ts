import { defaultConfig } from '../src/config/load.ts'
import { converge } from '../src/core/convergence.ts'
import type { WiggumEvent } from '../src/core/events.ts'
import { applyEvent } from '../src/core/fold.ts'
import { budgetScene, checkpointScene } from '../src/core/scenes/boundary-scene.ts'
import { cycleScene } from '../src/core/scenes/break-scene.ts'
import { phaseScene } from '../src/core/scenes/phase-scene.ts'
import { stepScene } from '../src/core/scenes/step-scene.ts'
import { initialState, type RunState } from '../src/core/state.ts'
import { archetypeDetectors } from '../src/detectors/archetype/index.ts'
import { boundaryDetectors } from '../src/detectors/boundary/index.ts'
import type { BoundaryScene } from '../src/detectors/boundary-scene.ts'
import type { BreakScene } from '../src/detectors/break-scene.ts'
import { breakDetectors } from '../src/detectors/breaks/index.ts'
import type { Detector } from '../src/detectors/detector.ts'
import type { PhaseScene } from '../src/detectors/phase-scene.ts'
import type { StepScene } from '../src/detectors/scenes.ts'
import { stagnationDetectors } from '../src/detectors/stagnation/index.ts'
import { systemDetectors } from '../src/detectors/system/index.ts'
import { traceDetectors } from '../src/detectors/trace/index.ts'
import { sampleDrafts, TIME } from './sample-events.ts'

const CONFIG = defaultConfig()

/** Everything that rules look at in the course of a run, in its order. */
interface Looks {
  steps: StepScene[]
  phases: PhaseScene[]
  boundaries: BoundaryScene[]
  breaks: BreakScene[]
  /** How often the Maker's work was gone round. */
  rounds: number
  /** What making the scenes took. */
  ms: number
}

/** Processor time of a run of so many events: rule by rule, and for what they look at. */
export function lookThrough(events: number): { rules: Record<string, number>; scenes: number } {
  const looks = looksOf(events)
  const rules = {
    ...timed(archetypeDetectors, looks, ({ id }) =>
      looks.steps.filter(({ role }) => id.startsWith(`${role}.`)),
    ),
    ...timed(systemDetectors, looks, () => looks.phases),
    ...timed(boundaryDetectors, looks, () => looks.boundaries),
    ...timed(stagnationDetectors, looks, () => []),
    ...timed(traceDetectors, looks, () => []),
    ...timed(breakDetectors, looks, () => looks.breaks),
  }
  return { rules, scenes: looks.ms }
}

/** In every round a rule looks once at the run and once at one of its examples, which hold what the log does not. */
function timed<S>(
  rules: Detector<S>[],
  { rounds }: Looks,
  scenesOf: (rule: Detector<S>) => S[],
): Record<string, number> {
  return Object.fromEntries(
    rules.map((rule) => {
      const scenes = scenesOf(rule)
      const ms = cpuMs(() => {
        for (const scene of scenes) rule.detect(scene, rule.thresholds)
        for (let round = 0; round < rounds; round++)
          rule.detect(rule.examples[round % rule.examples.length]!.scene, rule.thresholds)
      })
      return [rule.id, ms]
    }),
  )
}

function looksOf(events: number): Looks {
  const looks: Looks = { steps: [], phases: [], boundaries: [], breaks: [], rounds: 0, ms: 0 }
  const state = initialState('bench')
  let seq = 0
  for (const draft of sampleDrafts(events)) {
    seq += 1
    // Only what the fold reads; the generator's drafts are whole otherwise.
    const event = { v: 1, seq, ts: TIME, run_id: 'bench', phase: null, agent: null, parent: [], ...draft }
    applyEvent(state, event as WiggumEvent)
    if (draft.type === 'review.verdict') looks.ms += cpuMs(() => addStep(looks, state, draft.data.step))
    if (draft.type === 'work.collected')
      looks.ms += cpuMs(() => {
        addStep(looks, state, draft.data.step)
        addRound(looks, state)
      })
  }
  return looks
}

function addStep(looks: Looks, state: RunState, step: string): void {
  const scene = stepScene(state, state.steps[step]!)
  if (scene) looks.steps.push(scene)
}

function addRound(looks: Looks, state: RunState): void {
  const work = Object.values(state.collected).at(-1) ?? null
  const standing = Object.values(state.reviews).at(-1)?.effective ?? []
  looks.rounds += 1
  looks.phases.push(phaseScene(state, 'check', work))
  looks.boundaries.push({ ...budgetScene(state, CONFIG), ...checkpointScene(state, TIME) })
  looks.breaks.push(cycleScene(state, { standing, convergence: converge([standing], standing) }))
}

function cpuMs(act: () => void): number {
  const before = process.cpuUsage()
  act()
  return process.cpuUsage(before).user / 1000
}
