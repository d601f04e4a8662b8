import { archetypeDetectors } from '../../detectors/archetype/index.ts'
import { look } from '../../detectors/settings.ts'
import type { Command } from '../commands.ts'
import type { EventData } from '../events.ts'
import { signalId } from '../fold-signals.ts'
import { stepScene } from '../scenes/step-scene.ts'
import type { StepState } from '../state.ts'
import { askJudge, judged } from './ask-judge.ts'
import { askOwn, ownTriggers, type Trigger } from './own-watch.ts'
import { respond } from './respond.ts'
import { settledSteps } from './settled-steps.ts'
import type { Decided, Rule, View } from './strategy.ts'

/** After each step: what do the rules about its role see, and what is done about it? Before anything moves on. */
export const watch: Rule = (view) => {
  if (view.state.merged) return null
  return askOwn(view) ?? askJudge(view) ?? newSignals(view) ?? respond(view)
}

function newSignals(view: View): Decided {
  const known = new Set(view.state.signals.map((signal) => signal.id))
  const found = settledSteps(view)
    .flatMap((step) => shadowsOf(view, step))
    .filter((data) => !known.has(signalId(data)))
  return found.length === 0 ? null : found.map(signalCommand)
}

export function signalCommand(data: EventData['shadow.detected']): Command {
  return {
    do: 'record',
    key: `signal:${signalId(data)}`,
    event: { type: 'shadow.detected', agent: data.archetype, data },
  }
}

/** All triggers of one shadow are one signal, whoever wrote the rules. */
function shadowsOf(view: View, step: StepState): EventData['shadow.detected'][] {
  const seen = new Map<string, Trigger[]>()
  for (const trigger of [...builtInTriggers(view, step), ...ownTriggers(view, step)])
    seen.set(trigger.shadow, [...(seen.get(trigger.shadow) ?? []), trigger])
  return [...seen].map(([shadow, found]) => ({
    archetype: step.role,
    shadow,
    trigger: found.map(({ detector }) => detector).join(', '),
    action: found[0]!.correction,
    layer: 'archetype' as const,
    triggers: found.map(({ detector, evidence }) => ({ detector, evidence })),
    step: step.id,
    attempt: step.attempt,
    cycle: view.state.cycle,
  }))
}

function builtInTriggers(view: View, step: StepState): Trigger[] {
  const scene = stepScene(view.state, step)
  if (!scene) return []
  return archetypeDetectors.flatMap((rule) => {
    if (!rule.id.startsWith(`${step.role}.`)) return []
    const evidence = look(rule, scene, view.policy.detectors) ?? judged(view, rule, step)
    const { id, shadow, correction } = rule
    return evidence ? [{ detector: id, shadow, evidence, correction }] : []
  })
}
