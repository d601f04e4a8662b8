import { canariesOf, cannotFail, isUnverifiable } from './canaries.ts'
import type { Finding } from './events.ts'
import type { RunState } from './state.ts'
import { verificationOf } from './verification.ts'

/** What the supervisor found in how a change treats the tests. */
export interface Tampering {
  /** Each of these is a question to a person. */
  asks: Finding[]
  /** These are none, since the tests fail when they must and the base's own tests pass as they were. */
  harmless: Finding[]
}

export function tamperingOf(state: RunState, head: string): Tampering {
  const { findings = [], unless_sound = [] } = state.inspected[head] ?? {}
  const isShown = state.merge?.head === head && areTestsSound(state)
  const isHarmless = ({ id }: Finding) => isShown && unless_sound.includes(id)
  return {
    asks: findings.filter((finding) => !isHarmless(finding)),
    harmless: findings.filter(isHarmless),
  }
}

/** Tests that must fail do so with the change, and the base's own tests pass as they were, with the base's settings and nothing beside them. */
function areTestsSound(state: RunState): boolean {
  const seen = canariesOf(state)
  if (!seen || seen.planted === 0 || !seen.exit_red || seen.red.length === 0) return false
  if (isUnverifiable(state) || cannotFail(state).length > 0) return false
  return verificationOf(state, 'base-copies')?.green === true
}

const MAX_SHOWN = 5

/** For a report: what the change alters in how it is tested that nobody was asked about. */
export function unaskedLines(state: RunState): string[] {
  const { merge } = state
  if (!merge) return []
  const { snapshots = [] } = state.inspected[merge.head] ?? {}
  const more = snapshots.length > MAX_SHOWN ? ` and ${snapshots.length - MAX_SHOWN} more` : ''
  return [
    ...tamperingOf(state, merge.head).harmless.map(
      ({ description }) =>
        `Not asked about, since the tests fail when they must and those from before pass as they were: ${description}`,
    ),
    ...(snapshots.length > 0
      ? [
          `Rewritten snapshots, which record what the code gives now: ${snapshots.slice(0, MAX_SHOWN).join(', ')}${more}`,
        ]
      : []),
  ]
}
