import type { Finding, Severity } from '../core/events.ts'
import { findingId, SEVERITY_ORDER } from '../core/findings.ts'
import { GRAVE } from '../policy/rejection-words.ts'
import { cleanText } from './clean-text.ts'
import { isObject, type JsonObject, ownValue } from './json-object.ts'

const MAX_FINDINGS = 200
/** A list longer than this is not a review; the rest is not even looked at. */
export const MAX_LOOKED_AT = 1_000
const NOTHING = new Set(['', '-', '–', '—', 'n/a', 'na', 'none', 'null'])
const PLACE = /(?::|#L)(\d{1,9})(?:[-–:]L?\d{1,9})*$/
const GRAVE_WORD = new RegExp(`^\\W*${GRAVE}\\W*$`, 'i')
const LINE = /^L?(\d{1,9})(?:[-–:]L?\d{1,9})*$/

/** Findings from loose records (a block's entries, a table's rows). Too many: the least severe go first. */
export function readFindings(values: readonly unknown[], source: string): Finding[] {
  const drafts = values
    .slice(0, MAX_LOOKED_AT)
    .flatMap((value) => (isObject(value) ? draft(value, source) : []))
  const kept = drafts.length > MAX_FINDINGS ? mostSevere(drafts).slice(0, MAX_FINDINGS) : drafts
  return kept.map((finding) => ({ ...finding, id: findingId(finding) }))
}

function mostSevere(findings: Finding[]): Finding[] {
  return findings.toSorted((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity])
}

function draft(value: JsonObject, source: string): Finding[] {
  const { file, line } = readLocation(textOf(value, 'file', 500), ownValue(value, 'line'))
  const fix = textOf(value, 'fix', 2_000)
  const evidence = textOf(value, 'evidence', 8_000)
  const said = textOf(value, 'description', 2_000) || fix || evidence.slice(0, 2_000)
  if (said === '' && file === null) return []
  const severity = readSeverity(textOf(value, 'severity', 40))
  const category = readCategory(textOf(value, 'category', 60))
  const needs = ownValue(value, 'needs')
  const finding: Finding = {
    id: '',
    file,
    line,
    severity,
    category,
    description: said || 'no description',
    fix,
    evidence,
    sources: [source],
  }
  return [needs === 'redesign' || needs === 'code' ? { ...finding, needs } : finding]
}

function textOf(value: JsonObject, key: string, max: number): string {
  const text = ownValue(value, key)
  return typeof text === 'string' ? cleanText(text, max).trim() : ''
}

/** A severity we cannot read is a WARNING: to drop the finding, or to call it harmless, would be our opinion. */
function readSeverity(text: string): Severity {
  if (GRAVE_WORD.test(text)) return 'CRITICAL'
  const word = text.replaceAll(/[^a-z]/gi, '').toUpperCase()
  return word === 'CRITICAL' || word === 'INFO' ? word : 'WARNING'
}

function readCategory(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu)
  return words ? words.join('-') : 'general'
}

export function isNothing(text: string): boolean {
  return NOTHING.has(text.trim().toLowerCase())
}

function readLocation(text: string, line: unknown): { file: string | null; line: number | null } {
  const bare = text.replaceAll(/[`*]/g, '').trim()
  if (isNothing(bare)) return { file: null, line: null }
  const place = PLACE.exec(bare.slice(-40))
  const path = bare.slice(0, bare.length - (place?.[0].length ?? 0)).replace(/^\.\//, '')
  return path === ''
    ? { file: null, line: null }
    : { file: path, line: readLine(line) ?? readLine(place?.[1]) }
}

function readLine(value: unknown): number | null {
  const line = typeof value === 'string' ? Number(LINE.exec(value.trim().slice(0, 60))?.[1]) : value
  return typeof line === 'number' && Number.isSafeInteger(line) && line >= 1 ? line : null
}
