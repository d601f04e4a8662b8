import { creatorSources, type Destination, routingTable } from '../policy/routing.ts'
import type { Finding } from './events.ts'
import { mergeAcrossReviewers } from './merge-findings.ts'

export { feedbackDocument, feedbackSection } from './feedback-document.ts'

/** Who attends to a finding in the next cycle. */
export interface Routed {
  finding: Finding
  to: Destination
  why: string
  /** What other reviewers say of the same file and category, where it is not the same in other words. */
  also?: Finding[]
}

/** Every finding gets there, once. Neither order nor repetition changes the result. */
export function route(findings: Finding[]): Routed[] {
  return mergeAcrossReviewers(findings).map(({ finding, also }) => {
    const reasons = [finding, ...also].flatMap(reasonsOf)
    const reason = reasons.find(({ to }) => to === 'creator') ?? reasons[0] ?? NO_SOURCE
    const sources = [...new Set([finding, ...also].flatMap((each) => each.sources))].sort()
    return { finding: { ...finding, sources }, ...reason, ...(also.length > 0 ? { also } : {}) }
  })
}

interface Reason {
  to: Destination
  why: string
}

const NO_SOURCE: Reason = { to: 'maker', why: 'no source is named' }

/** One for each reviewer that raised it. */
function reasonsOf({ category, needs, sources }: Finding): Reason[] {
  return sources.map((source) => {
    const row = routingTable.find(
      (each) =>
        each.source === source &&
        each.categories.includes(category) &&
        (each.needs === undefined || each.needs === needs),
    )
    if (row) return { to: row.to, why: row.why }
    return creatorSources.includes(source)
      ? { to: 'creator', why: `the ${source} questions the plan` }
      : { to: 'maker', why: `the ${source} questions the code` }
  })
}
