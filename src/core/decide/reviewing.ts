import type { Review } from '../state.ts'
import { needYes } from './gates.ts'
import { needStep, type StepWish, stepId } from './steps.ts'
import type { Decided, View } from './strategy.ts'
import { presentWork } from './work.ts'

/** Built-in roles that see the base, not the change. */
const SEES_BASE = new Set(['explorer', 'creator', 'skeptic'])

/** A further look of the same reviewer at the same change, beside its first. */
interface Further {
  variant: 'adversarial'
  note: string
}

/** `null` once this reviewer has given a verdict that can be counted, or a person settled it. */
export function reviewBy(view: View, role: string, further: Further | null = null): Decided {
  const { head } = presentWork(view)!
  const which = { round: view.state.round, variant: further?.variant ?? null }
  const wish: StepWish = {
    role,
    phase: 'check',
    head: seesBase(view, role) ? view.start.base : head,
    about: head,
    writes: false,
    note: further?.note ?? null,
    which,
  }
  const first = judged(view, wish)
  if ('open' in first) return first.open
  if (!unclear(first.review)) return null
  const note = [wish.note, secondAsking(first.review)].filter(Boolean).join('\n\n')
  const again = judged(view, { ...wish, note, which: { ...which, again: true } })
  if ('open' in again) return again.open
  if (!unclear(again.review)) return null
  return needYes(view, unclearGate(again.review, head), { exit: 10 })
}

function seesBase({ start }: View, role: string): boolean {
  return SEES_BASE.has(role) || start.archetypes.find(({ name }) => name === role)?.sees === 'base'
}

/** The review that counts for a role at this head: the second asking replaces the first. */
export function countedReview(view: View, role: string): Review | null {
  const { round, reviews } = view.state
  const at = (again: boolean) => reviews[stepId(view, { role, phase: 'check', which: { round, again } })]
  return at(true) ?? at(false) ?? null
}

/** No verdict, or a rejection that names nothing: neither approves, and neither can be acted on. */
function unclear(review: Review): boolean {
  if (review.verdict === 'APPROVED') return false
  return review.verdict === 'NONE' || !review.effective.some((finding) => finding.severity !== 'INFO')
}

function judged(view: View, wish: StepWish): { open: Decided } | { review: Review } {
  const open = needStep(view, wish)
  if (open) return { open }
  const step = stepId(view, wish)
  const review = view.state.reviews[step]
  return review ? { review } : { open: [{ do: 'judge', key: `judge:${step}`, step }] }
}

function secondAsking(review: Review): string {
  if (review.verdict === 'NONE')
    return `Your previous answer held no verdict that can be counted (${review.problem ?? 'none found'}). Review again and end with the block described below, with exactly one verdict.`
  return 'You rejected the change without a CRITICAL or WARNING finding that has evidence. Review again: either approve, or name each problem with file, line and evidence.'
}

function unclearGate(review: Review, head: string) {
  const what =
    review.verdict === 'NONE'
      ? `gave no usable verdict, twice (${review.problem ?? 'none found'})`
      : 'rejected the change twice without a finding that has evidence'
  return {
    kind: 'review' as const,
    about: `${review.role}-${head.slice(0, 7)}`,
    question: `The ${review.role} ${what}. Go on without its approval?`,
    evidence: review.findings.map((finding) => `${finding.severity} ${finding.file}: ${finding.description}`),
  }
}
