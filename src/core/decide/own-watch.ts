import { JUDGE } from '../../archetypes/archetype.ts'
import type { OwnDetector } from '../../detectors/own/own-detector.ts'
import { isEnabled } from '../../detectors/settings.ts'
import { lookId } from '../fold-signals.ts'
import type { StepState } from '../state.ts'
import { settledSteps } from './settled-steps.ts'
import type { Decided, View } from './strategy.ts'

/** What one rule, whoever wrote it, saw in one step. */
export interface Trigger {
  detector: string
  shadow: string
  evidence: string[]
  correction: string
}

/** The user's own rules look at one step after another before anything moves on; `null` once they have. */
export function askOwn(view: View): Decided {
  const { start, state } = view
  if (!start.detectors?.length) return null
  const [look] = settledSteps(view)
    .filter((step) => !state.own[lookId(at(step))])
    .map((step) => ({ ...at(step), ask: rulesFor(view, step).map(({ id }) => id) }))
    .filter(({ ask }) => ask.length > 0)
  if (!look) return null
  // Two at once would both be stopped by the same broken rule.
  return [{ do: 'own-detectors', key: `own:${lookId(look)}:${look.ask.length}`, ...look }]
}

function rulesFor({ start, state, policy }: View, { role }: StepState): OwnDetector[] {
  if (role === JUDGE) return []
  return (start.detectors ?? []).filter(
    (rule) =>
      (rule.role === null || rule.role === role) &&
      !Object.hasOwn(state.disabled, rule.id) &&
      isEnabled(rule, policy.detectors),
  )
}

export function ownTriggers({ start, state }: View, step: StepState): Trigger[] {
  const seen = state.own[lookId(at(step))]?.seen ?? []
  return seen.flatMap(({ detector, evidence }) => {
    const rule = start.detectors?.find(({ id }) => id === detector)
    return rule ? [{ detector, evidence, shadow: rule.shadow, correction: rule.correction }] : []
  })
}

function at({ id, attempt }: StepState): { step: string; attempt: number } {
  return { step: id, attempt }
}
