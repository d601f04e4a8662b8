import { CANONICAL, NEGATED, STOP_WORDS, WEAK } from './finding-words.ts'

/** What two descriptions are compared by. */
export interface Profile {
  /** In the order they were said. */
  stems: string[]
  /** Word stems, and identifiers whole, with their weight. */
  words: Map<string, number>
  /** The identifiers alone, and what may stand for one in other wording. */
  names: Set<string>
  trigrams: Set<string>
}

/** Enough of a description to know it by; keeps the comparison of hundreds cheap. */
const LENGTH = 600
const NAME_WEIGHT = 2
const WEAK_WEIGHT = 0.6

const TOKEN = /[\p{L}\p{N}_$]+(?:\.[\p{L}\p{N}_$]+)*/gu
const PLACE = /\b(?:[Ll]ines?|[Ll])\s*\d+(?:\s*[-–]\s*\d+)?|:\d+(?::\d+)?/g
const HUMP = /(?<=[a-z0-9])(?=[A-Z])|[._$]+/
const SUFFIXES = [
  'ations',
  'ation',
  'ating',
  'ated',
  'ates',
  'ate',
  'ings',
  'ing',
  'ied',
  'ies',
  'ed',
  'es',
  's',
  'ly',
  'ions',
  'ion',
  'ment',
  'e',
  'y',
]

/** The description without what changes when code moves or a sentence is put differently. */
export function normalise(description: string): string {
  return stemsOf(description).join(' ')
}

export function profileOf(description: string): Profile {
  const text = description.slice(0, LENGTH)
  const stems = stemsOf(text)
  const names = namesIn(text)
  const words = new Map(stems.map((stem): [string, number] => [stem, WEAK.has(stem) ? WEAK_WEIGHT : 1]))
  for (const name of names) words.set(`=${name}`, NAME_WEIGHT)
  return { stems, words, names, trigrams: trigramsOf(stems.join(' ')) }
}

function stemsOf(text: string): string[] {
  return tokensOf(text).flatMap(partsOf).flatMap(meaningsOf)
}

function tokensOf(text: string): string[] {
  return text.replaceAll(PLACE, ' ').match(TOKEN) ?? []
}

/** `readUserById` is read, user, by, id. */
function partsOf(token: string): string[] {
  if (/^[a-z]+$/.test(token)) return [token]
  return token.split(HUMP).map((part) => part.toLowerCase())
}

function meaningsOf(word: string): string[] {
  if (word === '' || STOP_WORDS.has(word)) return []
  const positive = NEGATED.get(word)
  return positive ? ['missing', stem(positive)] : [stem(word)]
}

function stem(word: string): string {
  const canonical = CANONICAL.get(word)
  if (canonical) return canonical
  const suffix = SUFFIXES.find((end) => word.endsWith(end) && word.length - end.length >= 3)
  const root = suffix ? word.slice(0, -suffix.length) : word
  return root.length > 3 && root.at(-1) === root.at(-2) ? root.slice(0, -1) : root
}

/** Identifiers: in back-ticks, called, or shaped like one. They name the place, so they count double. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>()
  for (const match of text.replaceAll(PLACE, ' ').matchAll(TOKEN)) {
    const token = match[0]
    const after = match.input.charAt(match.index + token.length)
    if (after === '(' || after === '`' || isShapedLikeName(token)) names.add(token.toLowerCase())
  }
  return names
}

function isShapedLikeName(token: string): boolean {
  return /\p{Ll}\p{Lu}|[_$]|\.|\p{N}/u.test(token)
}

function trigramsOf(text: string): Set<string> {
  const padded = ` ${text} `
  const grams = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) grams.add(padded.slice(at, at + 3))
  return grams
}
