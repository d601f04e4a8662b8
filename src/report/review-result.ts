import { reviewedFindings } from '../core/reviewed-findings.ts'
import { reviewsAbout } from '../core/reviews-about.ts'
import type { RunState } from '../core/state.ts'

/** What a review came to, as data. */
export function reviewResult(state: RunState) {
  const { review, base } = state.start!
  const { what, kind, head, fail_on } = review!
  const reviews = reviewsAbout(state, head)
  return {
    what,
    kind,
    base,
    head,
    fail_on,
    approved: state.ended?.status === 'approved',
    reviewers: reviews.map(({ role, verdict }) => ({ role, verdict })),
    findings: reviewedFindings(state),
  }
}
