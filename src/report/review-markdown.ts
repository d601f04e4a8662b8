import { reviewedFindings } from '../core/reviewed-findings.ts'
import { reviewsAbout } from '../core/reviews-about.ts'
import type { RunState } from '../core/state.ts'
import { table, text } from './markdown.ts'
import { byFile, noteOf } from './review-lines.ts'
import { counts, roleTitle } from './words.ts'

/** A review as a page, fit for a comment on a pull request. */
export function reviewMarkdown(state: RunState): string {
  const { review } = state.start!
  const parts = [
    `# Review of ${text(review!.what)}`,
    verdict(state),
    verdicts(state),
    ...findings(state),
    `Run \`${state.runId}\`, reviewed at \`${review!.head.slice(0, 10)}\` against \`${state.start!.base.slice(0, 10)}\`.`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function verdict({ ended }: RunState): string {
  if (!ended) return '**Not finished.**'
  return `**${ended.status === 'approved' ? 'Approved' : 'Not approved'}**: ${text(ended.reason)}.`
}

function verdicts(state: RunState): string {
  const rows = reviewsAbout(state, state.start!.review!.head).map(({ role, verdict, effective }) => [
    roleTitle(role, state.start),
    verdict === 'NONE' ? 'no verdict' : verdict,
    counts(effective),
  ])
  return rows.length > 0 ? table(['reviewer', 'verdict', 'findings'], rows) : ''
}

function findings(state: RunState): string[] {
  return [...byFile(reviewedFindings(state))].map(([file, found]) => {
    const rows = found.map((finding) => [
      finding.line === null ? '' : String(finding.line),
      finding.severity,
      finding.category,
      finding.description,
      finding.fix,
      [finding.sources.join(', '), noteOf(finding)].filter(Boolean).join('; '),
    ])
    return `## ${text(file)}\n\n${table(['line', 'severity', 'category', 'what', 'fix', 'by'], rows)}`
  })
}
