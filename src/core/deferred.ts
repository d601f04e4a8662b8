import { thresholds } from '../policy/thresholds.ts'
import type { Finding } from './events.ts'
import { dedupe, similarity } from './findings.ts'
import { reviewsAbout } from './reviews-about.ts'
import type { RunState } from './state.ts'

/** WARNINGs that a run left behind when it landed: those that stood, and those its plan put off. */
export function deferredWarnings(state: RunState): Finding[] {
  if (!state.merged || state.reverted?.commit) return []
  const standing = reviewsAbout(state, state.merge?.head ?? state.ended?.head ?? null)
    .flatMap((review) => review.effective)
    .filter(isWarning)
  return dedupe([...standing, ...putOff(state)])
}

/** The plan names a finding as its author likes: by its id, or in words of its own. */
function putOff({ steps, history }: RunState): Finding[] {
  const said = Object.values(steps)
    .flatMap((step) => (step.role === 'creator' ? (step.contract?.addressed ?? []) : []))
    .filter(({ how }) => how === 'deferred')
  const known = history.flatMap((cycle) => cycle.findings).filter(isWarning)
  return known.filter(({ id, description }) =>
    said.some(
      ({ finding }) => finding === id || similarity(finding, description) >= thresholds.findingSimilarity,
    ),
  )
}

function isWarning({ severity }: Finding): boolean {
  return severity === 'WARNING'
}
