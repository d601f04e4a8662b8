import { thresholds } from '../policy/thresholds.ts'
import type { Finding } from './events.ts'
import { compareProfiles } from './finding-similarity.ts'
import { type Profile, profileOf } from './finding-text.ts'
import { sameFinding } from './findings.ts'

/**
 * Pairs each thing known from before with at most one present finding, the closest first. Neither side's order
 * changes the result. `wordings` are all the ways in which a thing was ever put.
 */
export function matchOneToOne<T>(
  known: T[],
  present: Finding[],
  wordings: (thing: T) => Finding[],
): Map<Finding, T> {
  const score = scorer()
  const pairs = known.flatMap((thing) =>
    present.flatMap((finding) => pairOf({ thing, finding, wordings: wordings(thing) }, score)),
  )
  const matched = new Map<Finding, T>()
  const taken = new Set<T>()
  for (const { thing, finding } of pairs.toSorted(closestFirst)) {
    if (taken.has(thing) || matched.has(finding)) continue
    taken.add(thing)
    matched.set(finding, thing)
  }
  return matched
}

/** `similarity` for many pairs: each text is taken apart once. */
export function cachedSimilarity(): (a: string, b: string) => number {
  const profiles = new Map<string, Profile>()
  const profile = (text: string) => {
    const known = profiles.get(text) ?? profileOf(text)
    profiles.set(text, known)
    return known
  }
  return (a, b) => (a === b ? 1 : compareProfiles(profile(a), profile(b)))
}

interface Candidate<T> {
  thing: T
  finding: Finding
  wordings: Finding[]
}

interface Pair<T> {
  thing: T
  finding: Finding
  score: number
  key: string
}

/** How close two are, `null` if they are not the same finding. */
type Scorer = (a: Finding, b: Finding) => number | null

function pairOf<T>({ thing, finding, wordings }: Candidate<T>, score: Scorer): Pair<T>[] {
  const scores = wordings.flatMap((wording) => score(wording, finding) ?? [])
  if (scores.length === 0) return []
  const key = JSON.stringify([wordings.map(contentOf), contentOf(finding)])
  return [{ thing, finding, score: Math.max(...scores), key }]
}

function closestFirst(a: Pair<unknown>, b: Pair<unknown>): number {
  return b.score - a.score || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}

function scorer(): Scorer {
  const similarity = cachedSimilarity()
  return (a, b) => {
    if (a.category !== b.category || nameOf(a) !== nameOf(b)) return null
    const alike = similarity(a.description, b.description)
    // `sameFinding` has the last word, but is slow: only what is alike enough gets there.
    if (alike < thresholds.findingSimilarity || !sameFinding(a, b)) return null
    // The same words in a file of the same name are a worse match than what stayed in its file.
    return a.file === b.file ? alike + 1 : alike
  }
}

/** A file that moved keeps its name. */
function nameOf({ file }: Finding): string | null {
  return file === null ? null : file.slice(file.lastIndexOf('/') + 1)
}

function contentOf(f: Finding): unknown[] {
  return [f.file, f.line, f.category, f.severity, f.description, f.fix, f.evidence, f.sources, f.needs]
}
