import { type ReviewedFinding, reviewedFindings } from '../core/reviewed-findings.ts'
import type { RunState } from '../core/state.ts'
import { counts, oneLine } from './words.ts'

/** What a review found, file by file, for the screen. */
export function reviewLines(state: RunState): string[] {
  const all = reviewedFindings(state)
  return [...byFile(all)].flatMap(([file, findings]) => [
    `  ${oneLine(file, 300)} (${counts(findings)})`,
    ...findings.map((finding) => `    ${lineOf(finding)}`),
  ])
}

/** The file with the worst first, and what has no file last. */
export function byFile(findings: ReviewedFinding[]): Map<string, ReviewedFinding[]> {
  const groups = new Map<string, ReviewedFinding[]>()
  const sorted = findings.toSorted((a, b) => Number(a.file === null) - Number(b.file === null))
  for (const finding of sorted) {
    const file = finding.file ?? 'the change as a whole'
    groups.set(file, [...(groups.get(file) ?? []), finding])
  }
  return groups
}

function lineOf(finding: ReviewedFinding): string {
  const { severity, line, category, description, sources } = finding
  const at = line === null ? '' : `:${line} `
  const note = noteOf(finding)
  return oneLine(
    `${severity} ${at}(${category}) ${description} [${sources.join(', ')}${note && `; ${note}`}]`,
    500,
  )
}

/** Why it counts for less than it seems to. */
export function noteOf({ downgraded, accepted }: ReviewedFinding): string {
  if (accepted) return 'allowed by you'
  return downgraded === null ? '' : `no evidence: ${downgraded}`
}
