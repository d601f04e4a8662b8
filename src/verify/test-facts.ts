import { type Weight, weigh } from './assertion-weight.ts'
import { codeOnly } from './code-only.ts'
import { languageOf } from './languages/index.ts'
import type { Language } from './languages/language.ts'

/** What one file holds in tests. Read from code alone: a commented-out assertion or a word in a string is nothing. */
export interface TestFacts {
  path: string
  /** Null: no language known here, so nothing could be counted. */
  language: string | null
  cases: TestCase[]
  /** Assertions before the first test: helpers, plain scripts. */
  outside: Assertion[]
  markers: Marker[]
}

export interface TestCase {
  name: string
  line: number
  assertions: Assertion[]
}

export interface Assertion {
  text: string
  line: number
  weight: Exclude<Weight, 'empty'>
}

export interface Marker {
  text: string
  /** The test it stands at, where that can be told. */
  name: string | null
  line: number
  conditional: boolean
}

interface Source {
  text: string
  code: string
  language: Language
  lineAt(offset: number): number
}

export function testFacts(path: string, text: string | null): TestFacts {
  const language = languageOf(path)
  const facts: TestFacts = { path, language: language?.id ?? null, cases: [], outside: [], markers: [] }
  if (!language || text === null) return facts
  const source: Source = { text, code: codeOnly(text, path), language, lineAt: lineCounter(text) }
  const found = declarations(source)
  facts.cases = found.map(({ name, at }) => ({ name, line: source.lineAt(at), assertions: [] }))
  for (const { at, ...assertion } of assertions(source)) {
    const owner = facts.cases[lastBefore(found, at)]
    if (owner) owner.assertions.push(assertion)
    else facts.outside.push(assertion)
  }
  facts.markers = markers(source, found)
  return facts
}

/** Rust keeps tests beside the code: only what follows the first of them is test code. */
export function inlineTests(path: string, text: string | null): string | null {
  const start = languageOf(path)?.inline
  if (!start || text === null) return null
  const at = codeOnly(text, path).search(start)
  return at < 0 ? null : text.slice(0, at).replace(/[^\n]/g, ' ') + text.slice(at)
}

interface Place {
  name: string
  at: number
}

function declarations(source: Source): Place[] {
  return [...source.code.matchAll(source.language.declaration)].map((match) => ({
    at: match.index,
    name:
      match[1] ??
      match[2] ??
      nameAfter(source, match.index + match[0].length) ??
      ownLine(source, match.index),
  }))
}

function nameAfter(source: Source, end: number): string | null {
  if (!source.language.nameAfter) return stringAt(source, end)
  const match = source.code.slice(end, end + 400).match(new RegExp(source.language.nameAfter.source))
  return match?.[1] ?? match?.[2] ?? null
}

/** A test without a name that can be read goes by its line, so that it is known again where it was moved. */
function ownLine({ text }: Source, at: number): string {
  return oneLine(
    text
      .slice(at, at + 200)
      .trimStart()
      .split('\n')[0] ?? '',
  )
}

/** The string literal at this place, read from the original text by the quotes that the blanked one kept. */
function stringAt({ text, code }: Source, end: number): string | null {
  const match = /^\s{0,40}(['"`])/.exec(code.slice(end, end + 41))
  // A template right at the end is a table of cases, not a name.
  if (!match || code[end - 1] === '`') return null
  const open = end + match[0].length
  const length = code.slice(open, open + 400).indexOf(match[1] ?? '')
  return length < 0 ? null : text.slice(open, open + length)
}

/** One ends at the latest where the next begins, so that the work stays in proportion to the text. */
function assertions(source: Source): (Assertion & { at: number })[] {
  const found: (Assertion & { at: number })[] = []
  const starts = [...source.code.matchAll(source.language.assertion)].map(({ index }) => index)
  starts.forEach((at, i) => {
    const end = at + statementLength(source.code.slice(at, Math.min(at + 600, starts[i + 1] ?? at + 600)))
    const weight = weigh(oneLine(source.code.slice(at, end)), source.language)
    if (weight === 'empty') return
    found.push({ at, line: source.lineAt(at), text: oneLine(source.text.slice(at, end)), weight })
  })
  return found
}

/** To the end of the line, and on over at most three lines that continue a chain. */
function statementLength(window: string): number {
  return /^[^\n]*(?:\n[ \t]{0,80}[.)][^\n]*){0,3}/.exec(window)?.[0].length ?? 0
}

function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\s;]{1,20}$/, '')
    .slice(0, 400)
}

function markers(source: Source, cases: Place[]): Marker[] {
  const { code, text, language } = source
  const raw = language.rawMarker ? [...text.matchAll(language.rawMarker)] : []
  return [...code.matchAll(language.marker), ...raw].map((match) => ({
    text: oneLine(match[0]).replace(/^['"`\s]+|[(`\s]+$/g, ''),
    name: markedTest(source, match, cases),
    line: source.lineAt(match.index + (match[0].length - match[0].trimStart().length)),
    conditional: language.conditional.test(match[0]),
  }))
}

/** An annotation stands before its test, a call inside it, and `it.skip(` is the test itself. */
function markedTest(source: Source, match: RegExpExecArray, cases: Place[]): string | null {
  const inside = /^(?:process|t|ctx|context|this)\./.test(match[0])
  if (source.language.id === 'javascript' && !inside) {
    return stringAt(source, match.index + match[0].search(/[(`]/) + 1)
  }
  const owner = lastBefore(cases, match.index)
  return cases[/^[@#]/.test(match[0]) ? owner + 1 : owner]?.name ?? null
}

/** Index of the last place at or before the offset, -1 if none. */
function lastBefore(places: { at: number }[], offset: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.at ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [{ at: 0 }]
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push({ at: i + 1 })
  return (offset) => lastBefore(starts, offset) + 1
}
