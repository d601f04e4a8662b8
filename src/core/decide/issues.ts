import type { Finding } from '../events.ts'
import { dedupe } from '../findings.ts'
import { reviewsAbout } from '../reviews-about.ts'
import { verificationOf } from '../verification.ts'
import type { View } from './strategy.ts'

/** What stands between a head and landing, short of a person's answer. */
export type Issue =
  /** `refused`: tools that the Maker asked for and did not get, which may be why. */
  | { kind: 'nothing-changed'; refused: string[] }
  | { kind: 'finding'; finding: Finding }
  | { kind: 'red'; reason: string; tail: string; artifact: string | null }

/** They can be asked for after the end, too, when nothing is decided any more. */
export type Known = Pick<View, 'state' | 'start'>

export function openIssues(view: Known, head: string): Issue[] {
  if (isEmpty(view, head)) return [{ kind: 'nothing-changed', refused: refusedTools(view) }]
  return [
    ...blockingFindings(view, head).map((finding) => ({ kind: 'finding' as const, finding })),
    ...red(view, head),
  ]
}

export function refusedTools({ state }: Known): string[] {
  const makers = Object.values(state.steps).filter((step) => step.role === 'maker')
  return [...new Set(makers.flatMap((step) => step.denials))]
}

/** An empty commit, or a change undone, is no change. */
function isEmpty(view: Known, head: string): boolean {
  const work = Object.values(view.state.collected).find((each) => each.head === head)
  return head === view.start.base || work?.files.length === 0
}

/** Every CRITICAL with evidence; and what a reviewer that rejected gave as its reasons. */
function blockingFindings(view: Known, head: string): Finding[] {
  const blocking = reviewsAbout(view.state, head).flatMap((review) =>
    review.effective.filter(
      (finding) =>
        finding.severity === 'CRITICAL' || (review.verdict === 'REJECTED' && finding.severity === 'WARNING'),
    ),
  )
  return dedupe(blocking)
}

function red(view: Known, head: string): Issue[] {
  if (view.state.merge?.head !== head) return []
  const result = verificationOf(view.state, 'merged')
  // Nothing to run is no failure: a person accepted that before the start.
  if (!result?.ran || result.green) return []
  const failed = result.checks.find((check) => check.exit !== 0)
  return [
    { kind: 'red', reason: result.reason, tail: failed?.tail ?? '', artifact: failed?.artifact ?? null },
  ]
}

/** The targeted fix's instruction: what is open, and nothing else. */
export function feedback(view: View, head: string): string {
  const issues = openIssues(view, head)
  return ['Your work was checked. Mend exactly this, and nothing else:', ...issues.map(describe)].join('\n\n')
}

function describe(issue: Issue): string {
  switch (issue.kind) {
    case 'nothing-changed':
      return `- No file was changed. The plan asks for changes; make them.${withoutTools(issue.refused)}`
    case 'red':
      return `- The supervisor ran the checks and they failed: ${issue.reason}. The end of the output:\n${quoted(issue.tail)}`
    case 'finding': {
      const { severity, category, file, line, description, fix, evidence } = issue.finding
      const where = file ? `${file}${line ? `:${line}` : ''}` : 'no file given'
      return `- ${severity} (${category}) ${where}: ${description}\n  Suggested fix: ${fix || 'none given'}\n  Evidence: ${evidence || 'none given'}`
    }
  }
}

function withoutTools(refused: string[]): string {
  return refused.length > 0 ? ` You were refused: ${refused.join(', ')}. Find a way without that.` : ''
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
}
