import { traceDetectors } from '../../detectors/trace/index.ts'
import { lookId, signalId } from '../fold-signals.ts'
import { isStuck } from '../recall.ts'
import type { StepState } from '../state.ts'
import { breakerAfterHalt } from './breaking.ts'
import type { Decided, Rule, View } from './strategy.ts'
import { signalCommand } from './watch.ts'

/** So often is somebody told in one run. After that it is the breaker's: with `--yes` the ladder alone would never end it. */
const MOST_NUDGES = 3

/** A call was ended because it led nowhere: a nudge is a signal for the ladder, a halt opens the breaker. */
export const afterStuck: Rule = (view) => {
  const step = Object.values(view.state.steps).find(isStuck)
  if (!step?.stuck) return null
  const isHalt = step.stuck.tier === 'halt' || toldBefore(view, step) >= MOST_NUDGES
  return isHalt ? breakerAfterHalt(view, lookId(step.stuck), step.stuck) : nudge(view, step)
}

function toldBefore({ state }: View, { id, attempt }: StepState): number {
  const others = state.signals.filter((signal) => signal.step !== id || signal.attempt !== attempt)
  return others.filter(({ layer }) => layer === 'stagnation').length
}

/** On the record once; the ladder does the rest. */
function nudge({ state }: View, { role, id, attempt, stuck }: StepState): Decided {
  const { detector, evidence } = stuck!
  const rule = traceDetectors.find((each) => each.id === detector)
  const data = {
    archetype: role,
    shadow: rule?.shadow ?? detector,
    trigger: detector,
    action: 'told, and called again',
    layer: 'stagnation' as const,
    triggers: [{ detector, evidence }],
    step: id,
    attempt,
    cycle: state.cycle,
  }
  return state.signals.some((signal) => signal.id === signalId(data)) ? null : [signalCommand(data)]
}
