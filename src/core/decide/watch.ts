import { archetypeDetectors } from '../../detectors/archetype/index.ts'
import type { Detector } from '../../detectors/detector.ts'
import type { StepScene } from '../../detectors/scenes.ts'
import { look } from '../../detectors/settings.ts'
import type { Command } from '../commands.ts'
import type { EventData } from '../events.ts'
import { signalId } from '../fold-signals.ts'
import { stepScene } from '../scenes/step-scene.ts'
import { ADOPTED, type StepState } from '../state.ts'
import { respond } from './respond.ts'
import type { Decided, Rule, View } from './strategy.ts'

/** After each step: what do the rules about its role see, and what is done about it? Before anything moves on. */
export const watch: Rule = (view) => {
  if (view.state.merged) return null
  return newSignals(view) ?? respond(view)
}

function newSignals(view: View): Decided {
  const { steps, settled, signals } = view.state
  const known = new Set(signals.map((signal) => signal.id))
  const found = [...new Set(settled)]
    .map((id) => steps[id])
    .filter((step) => step !== undefined && step.outcome === 'complete' && step.agent !== ADOPTED)
    .flatMap((step) => shadowsOf(view, step!))
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

function shadowsOf(view: View, step: StepState): EventData['shadow.detected'][] {
  const scene = stepScene(view.state, step)
  if (!scene) return []
  const seen = new Map<string, { rule: Detector<StepScene>; evidence: string[] }[]>()
  for (const rule of archetypeDetectors) {
    if (!rule.id.startsWith(`${step.role}.`)) continue
    const evidence = look(rule, scene, view.policy.detectors)
    if (evidence) seen.set(rule.shadow, [...(seen.get(rule.shadow) ?? []), { rule, evidence }])
  }
  return [...seen].map(([shadow, found]) => ({
    archetype: step.role,
    shadow,
    trigger: found.map(({ rule }) => rule.id).join(', '),
    action: found[0]!.rule.correction,
    layer: 'archetype' as const,
    triggers: found.map(({ rule, evidence }) => ({ detector: rule.id, evidence })),
    step: step.id,
    attempt: step.attempt,
    cycle: view.state.cycle,
  }))
}
