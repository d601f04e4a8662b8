import type { PhaseScene } from '../../detectors/phase-scene.ts'
import { look } from '../../detectors/settings.ts'
import { systemDetectors } from '../../detectors/system/index.ts'
import type { EventData } from '../events.ts'
import { signalId } from '../fold-signals.ts'
import { phaseScene } from '../scenes/phase-scene.ts'
import { ADOPTED } from '../state.ts'
import type { Decided, Rule, View } from './strategy.ts'
import { subjectOf } from './system-actions.ts'
import { respondToSystem } from './system-respond.ts'
import { updateProposal } from './update-proposal.ts'
import { signalCommand } from './watch.ts'
import { presentWork } from './work.ts'

/** At the end of a phase: what do the rules about the whole run see, and what is done about it? */
export function watchPhase(at: PhaseScene['at']): Rule {
  return (view) => {
    // What a newer rule would have seen at an end that has long passed stays unseen: history does not change.
    if (!isEnd(view, at)) return null
    const scene = phaseScene(view.state, at, presentWork(view))
    return updateProposal(view, scene) ?? newSignals(view, scene) ?? respondToSystem(view)
  }
}

function isEnd(view: View, at: PhaseScene['at']): boolean {
  const { state } = view
  const steps = Object.values(state.steps)
  const work = presentWork(view)
  switch (at) {
    case 'plan':
      return !steps.some(({ identity, role }) => role === 'maker' && identity.cycle === state.cycle)
    case 'do': {
      const made = work !== null && state.steps[work.step]?.agent !== ADOPTED
      return made && !steps.some((step) => step.about === work.head)
    }
    case 'check':
      return work !== null && state.merge?.head !== work.head && state.conflict?.head !== work.head
    case 'end':
      return state.merged !== null && !state.reverted
  }
}

function newSignals(view: View, scene: PhaseScene): Decided {
  const known = new Set(view.state.signals.map((signal) => signal.id))
  const found = systemDetectors.flatMap((rule): EventData['shadow.detected'][] => {
    const evidence = look(rule, scene, view.policy.detectors)
    if (!evidence) return []
    return [
      {
        archetype: null,
        shadow: rule.shadow,
        trigger: rule.id,
        action: rule.correction,
        layer: 'system',
        triggers: [{ detector: rule.id, evidence }],
        ...subjectOf(view, rule.shadow, scene),
        cycle: view.state.cycle,
      },
    ]
  })
  const fresh = found.filter((data) => !known.has(signalId(data)))
  return fresh.length === 0 ? null : fresh.map(signalCommand)
}
