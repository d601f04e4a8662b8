import { thresholds } from '../policy/thresholds.ts'
import type { Finding, Severity } from './events.ts'
import { normalise, type Profile, profileOf } from './finding-text.ts'
import { fnv1a64 } from './fnv1a.ts'

/** Which findings are the same one, whoever raised it, in whatever words, wherever its line has moved. */

export const SEVERITY_ORDER: Record<Severity, number> = { CRITICAL: 0, WARNING: 1, INFO: 2 }

const WORD_SHARE = 0.65
/** A long wording contains a short one; that counts, but less than saying the same. */
const CONTAINED = 0.85
/** Fewer words than this are contained in anything. */
const CONTAINED_FROM = 3
/** Both name something in the code, and nothing in common. */
const OTHER_NAMES = 0.55

export function findingId(f: Pick<Finding, 'file' | 'category' | 'description'>): string {
  return fnv1a64(JSON.stringify([f.file, f.category, normalise(f.description) || f.description.trim()]))
}

export function similarity(a: string, b: string): number {
  if (a === b) return 1
  return compare(profileOf(a), profileOf(b))
}

export function sameFinding(
  a: Finding,
  b: Finding,
  threshold: number = thresholds.findingSimilarity,
): boolean {
  return isSame(a, b, { threshold, profile: profileOf })
}

/** The same issue from two reviewers becomes one finding. Neither order nor repetition changes the result. */
export function dedupe(findings: Finding[]): Finding[] {
  const how = { threshold: thresholds.findingSimilarity, profile: cachedProfiles() }
  const kept: Finding[] = []
  for (const finding of findings.toSorted(compareFindings)) {
    const at = kept.findIndex((leader) => isSame(leader, finding, how))
    const leader = kept[at]
    if (leader) kept[at] = merge(leader, finding)
    else kept.push({ ...finding, sources: sortedUnion(finding.sources, []) })
  }
  return kept.sort(compareFindings)
}

export function tally(findings: Finding[]): { critical: number; warning: number; info: number } {
  const count = (severity: Severity) => findings.filter((f) => f.severity === severity).length
  return { critical: count('CRITICAL'), warning: count('WARNING'), info: count('INFO') }
}

interface How {
  threshold: number
  profile: (description: string) => Profile
}

function isSame(a: Finding, b: Finding, { threshold, profile }: How): boolean {
  if (a.category !== b.category) return false
  const place = samePlace(a.file, b.file)
  if (place === 'other') return false
  if (a.description === b.description) return true
  // A file that moved keeps its name, but so do a hundred index.ts: there the words must agree more.
  const needed = place === 'same' ? threshold : (1 + threshold) / 2
  return compare(profile(a.description), profile(b.description)) >= needed
}

function samePlace(a: string | null, b: string | null): 'same' | 'moved' | 'other' {
  if (a === b) return 'same'
  if (a === null || b === null) return 'other'
  return baseName(a) === baseName(b) ? 'moved' : 'other'
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function compare(a: Profile, b: Profile): number {
  const words = wordOverlap(a.words, b.words)
  const letters = dice(a.trigrams, b.trigrams)
  const names = a.names.size > 0 && b.names.size > 0 && !shareName(a, b) ? OTHER_NAMES : 1
  return Math.min(1, (WORD_SHARE * words + (1 - WORD_SHARE) * letters) * names)
}

function wordOverlap(a: Map<string, number>, b: Map<string, number>): number {
  const [weightA, weightB] = [sum(a), sum(b)]
  const shared = sum(new Map([...a].filter(([word]) => b.has(word)).toSorted(([x], [y]) => (x < y ? -1 : 1))))
  if (weightA + weightB === 0) return 0
  const least = Math.min(weightA, weightB)
  const contained = least >= CONTAINED_FROM ? (CONTAINED * shared) / least : 0
  return Math.max((2 * shared) / (weightA + weightB), contained)
}

function sum(weights: Map<string, number>): number {
  let total = 0
  for (const weight of weights.values()) total += weight
  return total
}

/** `user.id` and `id` name the same thing to a reader. */
function shareName(a: Profile, b: Profile): boolean {
  return [...a.names].some((name) => [...b.names].some((other) => related(name, other)))
}

function related(a: string, b: string): boolean {
  return (
    a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`) || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
  )
}

function dice(a: Set<string>, b: Set<string>): number {
  let shared = 0
  for (const gram of a) if (b.has(gram)) shared++
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size)
}

function cachedProfiles(): (description: string) => Profile {
  const known = new Map<string, Profile>()
  return (description) => {
    const profile = known.get(description) ?? profileOf(description)
    known.set(description, profile)
    return profile
  }
}

/** The leader is the more severe one, by the order they are sorted in; it keeps its identity. */
function merge(leader: Finding, other: Finding): Finding {
  const needs = [leader.needs, other.needs].includes('redesign') ? 'redesign' : (leader.needs ?? other.needs)
  return {
    ...leader,
    line: leader.line ?? other.line,
    fix: leader.fix || other.fix,
    evidence: leader.evidence || other.evidence,
    sources: sortedUnion(leader.sources, other.sources),
    ...(needs ? { needs } : {}),
  }
}

function sortedUnion(a: string[], b: string[]): string[] {
  return [...new Set([...a, ...b])].sort()
}

function compareFindings(a: Finding, b: Finding): number {
  const severity = SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]
  if (severity !== 0) return severity
  const [x, y] = [sortKey(a), sortKey(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

/** Every field, so that two that compare equal are equal. */
function sortKey(f: Finding): string {
  return JSON.stringify([
    f.file,
    f.line,
    f.category,
    f.description,
    f.fix,
    f.evidence,
    f.id,
    f.needs,
    f.sources,
  ])
}
