import { lookId, signalId } from '../fold-signals.ts'
import { isStuck } from '../recall.ts'
import type { StepState } from '../state.ts'
import { breakerAfterHalt } from './breaking.ts'
import type { Decided, Rule, View } from './strategy.ts'
import { signalCommand } from './watch.ts'

/** A call was ended because it led nowhere: a nudge is a signal for the ladder, a halt opens the breaker. */
export const afterStuck: Rule = (view) => {
  const step = Object.values(view.state.steps).find(isStuck)
  if (!step?.stuck) return null
  return step.stuck.tier === 'halt'
    ? breakerAfterHalt(view, lookId(step.stuck), step.stuck)
    : nudge(view, step)
}

/** On the record once; the ladder does the rest. */
function nudge({ state }: View, { role, id, attempt, stuck }: StepState): Decided {
  const { detector, evidence } = stuck!
  const data = {
    archetype: role,
    shadow: detector,
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
