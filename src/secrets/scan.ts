import type { Form } from './forms.ts'
import { isExample, TOKEN_RULES, type TokenRule } from './token-rules.ts'

/** Where a secret stands in a text. */
export interface Found {
  start: number
  end: number
  /** `a GitHub token`, `the value of $DEPLOY_PASSWORD`. */
  kind: string
}

export interface KnownSecret {
  kind: string
  forms: Form[]
}

/** What may begin at a place, told by four characters. */
type Candidate =
  | { is: 'form'; form: Form; kind: string; at: number }
  | { is: 'token'; rule: TokenRule }
  | { is: 'encoded-token'; rule: TokenRule; skipped: number; before: number }

const SEED = 4
const BITS = 18

/** One pass over the text, whatever the number of secrets. */
export type Scanner = (text: string) => Found[]

export function createScanner(known: KnownSecret[]): Scanner {
  const marks = new Uint8Array(1 << BITS)
  const seeds = new Map<string, Candidate[]>()
  const add = (key: string, candidate: Candidate) => {
    if (key.length < SEED) return
    marks[bucket(lastFour(key, 0))] = 1
    const there = seeds.get(key)
    if (there) there.push(candidate)
    else seeds.set(key, [candidate])
  }
  for (const { kind, forms } of known)
    for (const form of forms) {
      const last = form.least === form.text.length ? 0 : form.text.length - SEED
      // Close enough that every piece that counts holds one.
      const step = Math.max(1, form.least - SEED + 1)
      for (let at = 0; at <= last; at += step)
        add(form.text.slice(at, at + SEED), { is: 'form', form, kind, at })
    }
  for (const rule of TOKEN_RULES) {
    for (const seed of rule.seeds) add(seed, { is: 'token', rule })
    for (const each of rule.starts.flatMap(encodedSeeds))
      add(each.text, { is: 'encoded-token', rule, ...each })
  }
  return (text) => scan(text, marks, seeds)
}

function lastFour(text: string, at: number): number {
  let four = 0
  for (let each = at; each < at + SEED; each++) four = (four << 8) | (text.charCodeAt(each) & 0xff)
  return four
}

function bucket(four: number): number {
  return Math.imul(four, 0x9e3779b1) >>> (32 - BITS)
}

function scan(text: string, marks: Uint8Array, seeds: Map<string, Candidate[]>): Found[] {
  const found: Found[] = []
  if (text.length < SEED) return found
  const scanned: Scanned = { text, run: { start: 0, end: 0, decoded: [] } }
  let four = lastFour(text, 0) >>> 8
  for (let next = SEED - 1; next < text.length; next++) {
    four = (four << 8) | (text.charCodeAt(next) & 0xff)
    if (marks[bucket(four)] === 0) continue
    const at = next - SEED + 1
    const candidates = seeds.get(text.slice(at, at + SEED))
    const seen = candidates && longest(scanned, at, candidates)
    if (!seen) continue
    if (seen.kind !== NONE) note(found, seen)
    if (seen.end <= next + 1) continue
    // Nothing more begins in it.
    next = seen.end - 1 + SEED - 1
    if (next < text.length) four = lastFour(text, seen.end - 1)
  }
  return found
}

/** It looks like a token and is none: nothing begins in it either. */
const NONE = ''

interface Scanned {
  text: string
  run: Run
}

function longest(scanned: Scanned, at: number, candidates: Candidate[]): Found | null {
  let best: Found | null = null
  for (const candidate of candidates) {
    const one = foundAt(scanned, at, candidate)
    if (one && (best === null || isBetter(one, best))) best = one
  }
  return best
}

function isBetter(one: Found, best: Found): boolean {
  return one.kind !== NONE && (best.kind === NONE || one.end > best.end)
}

function note(found: Found[], seen: Found): void {
  const before = found.at(-1)
  if (before && seen.start <= before.end) before.end = Math.max(before.end, seen.end)
  else found.push(seen)
}

function foundAt(scanned: Scanned, at: number, candidate: Candidate): Found | null {
  if (candidate.is === 'form') return formAt(scanned.text, at, candidate)
  if (candidate.is === 'token') return tokenAt(scanned.text, at, candidate.rule)
  return encodedTokenAt(scanned, at, candidate)
}

function formAt(
  text: string,
  at: number,
  { form, kind, at: offset }: Candidate & { is: 'form' },
): Found | null {
  const own = form.text
  let left = 0
  while (left < offset && left < at && text.charCodeAt(at - left - 1) === own.charCodeAt(offset - left - 1))
    left++
  let right = SEED
  while (offset + right < own.length && text.charCodeAt(at + right) === own.charCodeAt(offset + right))
    right++
  if (left + right < form.least) return null
  const start = at - left
  const end = at + right
  if (!form.encoded) return { start, end, kind }
  const isWhole = left + right === own.length
  return isWhole ? { start: grown(text, start, -1), end: grown(text, end, 1), kind } : { start, end, kind }
}

/** The characters beside it hold its first or last bits. */
function grown(text: string, from: number, by: 1 | -1): number {
  let at = from
  for (let more = 0; more < 2; more++) {
    const code = text.charCodeAt(by === 1 ? at : at - 1)
    if (!isBase64(code) && code !== EQUALS) break
    at += by
  }
  return at
}

function tokenAt(text: string, at: number, rule: TokenRule): Found | null {
  const start = at - rule.back
  if (start < 0 || (!rule.anywhere && !isBeginning(text, start))) return null
  rule.shape.lastIndex = start
  const [match] = rule.shape.exec(text) ?? []
  if (match === undefined) return null
  const length = lengthOf(match, rule)
  return length === 0
    ? { start, end: start + match.length, kind: NONE }
    : { start, end: start + length, kind: rule.kind }
}

function lengthOf(match: string, { take }: TokenRule): number {
  const length = take ? take(match) : match.length
  return length > 0 && isExample(match) ? 0 : length
}

/** Not in the middle of a word; an escape before it is none. */
function isBeginning(text: string, at: number): boolean {
  if (at === 0 || !isWordCode(text.charCodeAt(at - 1))) return true
  if (text.charCodeAt(at - 2) === BACKSLASH || text.charCodeAt(at - 3) === PERCENT) return true
  if (text.charCodeAt(at - 6) === BACKSLASH && text[at - 5] === 'u') return true
  return text[at - 1] === 'm' && /\[[\d;]{0,12}m$/.test(text.slice(Math.max(0, at - 15), at))
}

interface EncodedSeed {
  text: string
  /** Bytes before the seed within its group of three. */
  before: number
  /** Characters of that group that are not the seed's alone. */
  skipped: number
}

/** As a token's beginning stands in base64, at each place within a group of three bytes. */
function encodedSeeds(seed: string): EncodedSeed[] {
  return [0, 1, 2].flatMap((before) => {
    const skipped = Math.ceil((before * 8) / 6)
    const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(seed)]).toString('base64')
    const text = whole.slice(skipped, Math.floor(((before + seed.length) * 8) / 6))
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')].map((each) => ({
      text: each.slice(0, SEED),
      before,
      skipped,
    }))
  })
}

/** The run of base64 that was looked at last, decoded from each of the four places that a group can begin at. */
interface Run {
  start: number
  end: number
  decoded: (string | undefined)[]
}

/** A token that nobody told us, in base64. Each run is decoded once, however much in it looks like one. */
function encodedTokenAt(
  { text, run }: Scanned,
  at: number,
  { rule, skipped, before }: Candidate & { is: 'encoded-token' },
): Found | null {
  if (at >= run.end) findRun(text, run, at)
  const group = at - skipped
  const shift = (group - run.start) & 3
  if (group < run.start) return null
  run.decoded[shift] ??= Buffer.from(text.slice(run.start + shift, run.end), 'base64').toString('latin1')
  const decoded = run.decoded[shift]!
  const from = ((group - run.start - shift) / 4) * 3 + before - rule.back
  if (from < 0 || (!rule.anywhere && !isBeginning(decoded, from))) return null
  rule.shape.lastIndex = from
  const [match] = rule.shape.exec(decoded) ?? []
  const length = match === undefined ? 0 : lengthOf(match, rule)
  if (length === 0) return null
  const place = (bytes: number) => run.start + shift + (bytes * 8) / 6
  const end = Math.min(run.end, Math.ceil(place(from + length)))
  return { start: Math.floor(place(from)), end: grown(text, end, 1), kind: rule.kind }
}

function findRun(text: string, run: Run, at: number): void {
  let start = at
  while (start > run.end && isBase64(text.charCodeAt(start - 1))) start--
  let end = at
  while (end < text.length && isBase64(text.charCodeAt(end))) end++
  Object.assign(run, { start, end, decoded: [] })
}

const EQUALS = 61
const BACKSLASH = 92
const PERCENT = 37

function isBase64(code: number): boolean {
  return isAlphanumeric(code) || code === 43 || code === 47 || code === 45 || code === 95
}

function isWordCode(code: number): boolean {
  return isAlphanumeric(code) || code === 95 || code === 45
}

function isAlphanumeric(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
}
