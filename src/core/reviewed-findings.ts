import { cannotFail } from './canaries.ts'
import type { EventData, Finding, GateKind, Severity } from './events.ts'
import { dedupe, findingId } from './findings.ts'
import { gatePolicy } from './gate-policy.ts'
import { reviewsAbout } from './reviews-about.ts'
import { rewrittenLibraries } from './rewritten-libraries.ts'
import type { RunState } from './state.ts'
import { tamperingOf } from './tampering.ts'
import { verificationOf } from './verification.ts'

/** A finding about a change that is only reviewed, with what follows from it. */
export interface ReviewedFinding extends Finding {
  /** Why it counts as INFO only; `null`: it counts as it was written. */
  downgraded: string | null
  /** The user allows it: by the configuration, or with `--allow`. */
  accepted: boolean
  /** It stands against approval. */
  blocks: boolean
}

type Start = EventData['run.start']

/** Everything that reviewers and the supervisor found in the change, once each, the worst first. */
export function reviewedFindings(state: RunState): ReviewedFinding[] {
  const head = state.start?.review?.head ?? null
  if (head === null) return []
  const reviews = reviewsAbout(state, head)
  const rejecting = new Set(reviews.flatMap(({ role, verdict }) => (verdict === 'REJECTED' ? [role] : [])))
  const reasons = downgradeReasons(state, head)
  const own = ownFindings(state, head)
  const accepted = new Set(own.filter(({ gate }) => isAllowed(state, gate)).map(({ finding }) => finding.id))
  const said = reviews.flatMap(({ effective }) => effective)
  return dedupe([...said, ...own.map(({ finding }) => finding)]).map((finding) => {
    const isAccepted = accepted.has(finding.id)
    const byRejecting = finding.sources.some((source) => rejecting.has(source))
    return {
      ...finding,
      downgraded: finding.severity === 'INFO' ? (reasons.get(finding.id) ?? null) : null,
      accepted: isAccepted,
      blocks: !isAccepted && isBlocking(finding.severity, byRejecting),
    }
  })
}

/** As before landing: every CRITICAL, and what a reviewer that rejected gave as its reasons. */
function isBlocking(severity: Severity, byRejecting: boolean): boolean {
  return severity === 'CRITICAL' || (severity === 'WARNING' && byRejecting)
}

function isAllowed({ start }: RunState, gate: GateKind): boolean {
  return gatePolicy(start as Start, gate) === 'allow'
}

function downgradeReasons(state: RunState, head: string): Map<string, string> {
  const reasons = reviewsAbout(state, head).flatMap(({ step, findings }) =>
    findings.map(({ id }, index) => [id, state.downgrades[`${step}:${index}`]] as const),
  )
  return new Map(reasons.flatMap(([id, reason]) => (reason === undefined ? [] : [[id, reason] as const])))
}

interface OwnFinding {
  finding: Finding
  /** The question that a run would ask before landing it. */
  gate: GateKind
}

/** The supervisor's own look. Where a run would ask a person before landing, a review says so and counts it. */
function ownFindings(state: RunState, head: string): OwnFinding[] {
  const seen = state.inspected[head]
  if (!seen) return []
  const { mass_deletion: mass } = seen
  return [
    ...tamperingOf(state, head).asks.map((finding) => ({ finding, gate: 'test-tampering' as const })),
    ...underOtherTests(state, head).map((finding) => ({ finding, gate: 'test-tampering' as const })),
    ...seen.outside_links.map((link) => ({
      finding: ours('WARNING', 'security', {
        file: link.split(' → ')[0] ?? null,
        description: `The change adds a link that leads outside the repository: ${link}`,
      }),
      gate: 'external' as const,
    })),
    ...(mass
      ? [
          {
            finding: ours('WARNING', 'breaking-change', {
              file: null,
              description: `The change deletes ${mass.deleted} of ${mass.total} files`,
            }),
            gate: 'mass-deletion' as const,
          },
        ]
      : []),
  ]
}

/** Only where the checks were asked for. */
function underOtherTests(state: RunState, head: string): Finding[] {
  if (state.merge?.head !== head) return []
  const copies = verificationOf(state, 'base-copies')
  const numb = cannotFail(state).join('; ')
  const found = [
    copies?.green === false ? `The tests as they were before fail on this change: ${copies.reason}` : '',
    numb === '' ? '' : `Tests that must fail do not: ${numb}`,
    ...rewrittenLibraries(state),
  ]
  return found.filter(Boolean).map((description) => ours('CRITICAL', 'testing', { file: null, description }))
}

function ours(severity: Severity, category: string, what: Pick<Finding, 'file' | 'description'>): Finding {
  return {
    ...what,
    id: findingId({ ...what, category }),
    line: null,
    severity,
    category,
    fix: '',
    evidence: 'git shows it',
    sources: ['supervisor'],
  }
}
