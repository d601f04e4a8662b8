import { gatePolicy } from '../gate-policy.ts'
import { plural } from '../plural.ts'
import { type ReviewedFinding, reviewedFindings } from '../reviewed-findings.ts'
import { reviewsAbout } from '../reviews-about.ts'
import { verificationOf } from '../verification.ts'
import { adversarialReview } from './adversarial.ts'
import { runStartHooks } from './hooks.ts'
import { verifyMerged } from './landing.ts'
import { inspectWork } from './making.ts'
import { reviewers } from './pdca-check.ts'
import { reviewBy } from './reviewing.ts'
import { redAsBefore } from './settling.ts'
import { finish, inPhase, type Rule, type Strategy, together, type View } from './strategy.ts'
import { watchPhase } from './system-watch.ts'
import { presentWork } from './work.ts'

const GUARDIAN = 'guardian'

/** Nobody made it here: what git has is what is reviewed. */
const takeChange: Rule = (view) =>
  presentWork(view) ? null : inPhase(view, 'check', [{ do: 'take-change', key: 'take-change' }])

/** Those of the workflow, as in Check. Whoever was asked for by name is called, whatever the Guardian says. */
const callReviewers: Rule = (view) => {
  const { reviewers: named } = view.start.review!
  if (named === null) return reviewers(view)
  const guardian = named.includes(GUARDIAN) ? reviewBy(view, GUARDIAN) : null
  if (guardian) return guardian
  return together(named.filter((role) => role !== GUARDIAN).map((role) => reviewBy(view, role)))
}

/** Nothing is merged: the change is verified as it stands. */
const verifyAsItIs: Rule = (view) => {
  if (!view.start.review!.verify) return null
  const { head } = presentWork(view)!
  if (view.state.merge?.head === head) return verifyMerged(view)
  return inPhase(view, 'act', [{ do: 'build-merge', key: `merge:${head}`, head }])
}

const conclude: Rule = (view) => {
  const { fail_on: failOn } = view.start.review!
  const all = reviewedFindings(view.state)
  const open = all.filter((finding) => (failOn === 'warning' ? isOpen(finding) : finding.blocks))
  const red = redReason(view)
  if (open.length > 0 && (failOn !== 'never' || red === null))
    return finish('findings-open', failOn === 'never' ? 0 : 10, openWords(open))
  if (red !== null) return finish('verification-red', 12, red)
  return finish('approved', 0, approvedWords(view, all.filter(isOpen)))
}

function isOpen({ severity, accepted }: ReviewedFinding): boolean {
  return severity !== 'INFO' && !accepted
}

function redReason(view: View): string | null {
  const checked = verificationOf(view.state, 'merged')
  if (!checked?.ran || checked.green) return null
  if (!redAsBefore(view)) return checked.reason
  return gatePolicy(view.start, 'baseline-red') === 'allow' ? null : `${checked.reason}, as before the change`
}

function openWords(open: ReviewedFinding[]): string {
  const files = new Set(open.flatMap(({ file }) => file ?? [])).size
  const where = files > 0 ? ` in ${plural(files, 'file')}` : ''
  return `${plural(open.length, 'finding')} open${where}`
}

function approvedWords({ state, start }: View, left: ReviewedFinding[]): string {
  const reviews = reviewsAbout(state, start.review!.head)
  const by = reviews.filter(({ verdict }) => verdict === 'APPROVED').map(({ role }) => role)
  const who = by.length > 0 ? `approved by ${[...new Set(by)].join(', ')}` : 'accepted without an approval'
  return left.length > 0 ? `${who}; ${plural(left.length, 'WARNING', 'WARNINGs')} to look at` : who
}

/** The Check phase alone, on a change that is there. Nothing is made, and nothing lands. */
export const review: Strategy = {
  name: 'review',
  stages: { check: 'Review', act: 'Verify', maker: 'Change' },
  rules: [
    runStartHooks,
    takeChange,
    inspectWork,
    callReviewers,
    watchPhase('check'),
    adversarialReview,
    verifyAsItIs,
    conclude,
  ],
}
