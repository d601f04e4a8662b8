import type { Finding } from './events.ts'
import { cachedSimilarity } from './finding-matching.ts'
import { dedupe } from './findings.ts'

/** One issue that several reviewers raised: the most severe wording, and those of the others that differ. */
export interface Merged {
  finding: Finding
  also: Finding[]
}

/**
 * Same file and category from different reviewers is one issue. Two findings of one reviewer stay two: who
 * names two things means two. Without a file, only the same issue in other words is the same.
 */
export function mergeAcrossReviewers(findings: Finding[]): Merged[] {
  const ordered = dedupe(findings)
  // A group is the places in `ordered` of what belongs together; its first is the most severe.
  const groups = new Map(ordered.map((_, at) => [at, [at]]))
  const sources = (group: number[]) => group.flatMap((at) => ordered[at]?.sources ?? [])
  for (const [a, b] of closestPairs(ordered)) {
    const [one, other] = [groups.get(a)!, groups.get(b)!]
    if (one === other || sources(one).some((source) => sources(other).includes(source))) continue
    const joined = [...one, ...other].sort((x, y) => x - y)
    for (const at of joined) groups.set(at, joined)
  }
  return [...new Set(groups.values())].map((group) => {
    const [finding, ...also] = group.map((at) => ordered[at]!)
    return { finding: finding!, also }
  })
}

/** Places of two findings in the same file and category, the most alike first. */
function closestPairs(ordered: Finding[]): [number, number][] {
  const similarity = cachedSimilarity()
  const pairs = ordered.flatMap((one, a) =>
    ordered.slice(a + 1).flatMap((other, offset) => {
      if (!samePlace(one, other)) return []
      return [{ a, b: a + 1 + offset, score: similarity(one.description, other.description) }]
    }),
  )
  return pairs.sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b).map(({ a, b }) => [a, b])
}

function samePlace(a: Finding, b: Finding): boolean {
  return a.file !== null && a.file === b.file && a.category === b.category
}
