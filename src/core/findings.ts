import { thresholds } from '../policy/thresholds.ts'
import type { Finding, Severity } from './events.ts'
import { compareProfiles } from './finding-similarity.ts'
import { normalise, type Profile, profileOf } from './finding-text.ts'
import { fnv1a64 } from './fnv1a.ts'

/** Which findings are the same one, whoever raised it, in whatever words, wherever its line has moved. */

export const SEVERITY_ORDER: Record<Severity, number> = { CRITICAL: 0, WARNING: 1, INFO: 2 }

export function findingId(f: Pick<Finding, 'file' | 'category' | 'description'>): string {
  return fnv1a64(JSON.stringify([f.file, f.category, normalise(f.description) || f.description.trim()]))
}

export function similarity(a: string, b: string): number {
  if (a === b) return 1
  return compareProfiles(profileOf(a), profileOf(b))
}

export function sameFinding(
  a: Finding,
  b: Finding,
  threshold: number = thresholds.findingSimilarity,
): boolean {
  return isSame(a, b, { threshold, profile: profileOf })
}

/**
 * A number for each finding: the same for what is the same finding as any wording of it that came before. For many findings of one
 * run: each text is taken apart once, and each pair of texts compared once.
 */
export function findingNumbers(): (finding: Finding) => number {
  const how = { threshold: thresholds.findingSimilarity, profile: cachedProfiles() }
  const known = new Map<string, number>()
  const groups: Finding[][] = []
  return (finding) => {
    const key = JSON.stringify([finding.file, finding.category, finding.description])
    const number = known.get(key)
    if (number !== undefined) return number
    const at = groups.findIndex((wordings) => wordings.some((wording) => isSame(wording, finding, how)))
    if (at === -1) groups.push([finding])
    else groups[at]!.push(finding)
    known.set(key, at === -1 ? groups.length - 1 : at)
    return known.get(key)!
  }
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
  return compareProfiles(profile(a.description), profile(b.description)) >= needed
}

function samePlace(a: string | null, b: string | null): 'same' | 'moved' | 'other' {
  if (a === b) return 'same'
  if (a === null || b === null) return 'other'
  return baseName(a) === baseName(b) ? 'moved' : 'other'
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
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
