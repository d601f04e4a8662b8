import { standingAt } from '../core/decide/pdca-tally.ts'
import type { Finding } from '../core/events.ts'
import { reviewedFindings } from '../core/reviewed-findings.ts'
import { reviewsAbout } from '../core/reviews-about.ts'
import type { RunState } from '../core/state.ts'
import { lastAttempt } from './facts/shown-work.ts'

/** What stood when the run ended: the break's own list, or what is known of the last attempt. */
export function openFindings(state: RunState): Finding[] {
  const { start, ended, merged, broken } = state
  if (!start || !ended || merged) return []
  // A review that may never fail ends with 0, and says all the same what is open.
  if (ended.exit_code === 0 && ended.status !== 'findings-open') return []
  if (broken) return broken.unresolved_findings
  if (!start.review) return ofLastAttempt(state)
  return reviewedFindings(state).filter(({ severity, accepted }) => severity !== 'INFO' && !accepted)
}

/** A cycle is on record only once another follows it: what the last one found is in its reviews and checks alone. */
function ofLastAttempt(state: RunState): Finding[] {
  const head = Object.values(state.collected).at(-1)?.head
  const before = state.history.at(-1)
  if (before && (before.head === head || !isJudged(state, head))) return before.findings
  if (head === undefined) return []
  const standing = standingAt({ state, start: state.start! }, head)
  // Of red checks only PDCA makes findings; elsewhere the reason, or what the pass left, says it.
  return state.start!.strategy === 'pdca' ? standing : standing.filter(isReviewers)
}

function isReviewers({ sources }: Finding): boolean {
  return !sources.includes('supervisor')
}

function isJudged(state: RunState, head: string | undefined): boolean {
  return head !== undefined && (reviewsAbout(state, head).length > 0 || state.merge?.head === head)
}

/** The same as lines, and where the branch shows an earlier attempt, what stands there. */
export function openLines(state: RunState): string[] {
  const onBranch = onTheBranch(state).map((finding) => `on the branch: ${findingLine(finding)}`)
  return [...openFindings(state).map(findingLine), ...onBranch]
}

function onTheBranch(state: RunState): Finding[] {
  const head = state.ended?.head
  if (!head || state.merged || !lastAttempt(state)) return []
  const cycle = state.history.findLast((each) => each.head === head)
  return cycle?.findings ?? standingAt({ state, start: state.start! }, head)
}

export function findingLine({ severity, file, line, description }: Finding): string {
  const place = file ? ` ${file}${line ? `:${line}` : ''}` : ''
  return `${severity}${place}: ${description}`
}
