import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { type Place, tooDeep } from './nesting.ts'

export interface YamlText {
  ok: true
  value: unknown
  /** Where the key or the item at this path stands; the nearest enclosing one if it is not in the text. */
  placeOf(path: PropertyKey[]): Place
}

export type YamlResult = YamlText | { ok: false; place: Place; problem: string }

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
const MAX_ALIASES = 50

/** YAML from a file that anybody may have written: bounded in size, depth and aliases; never throws. */
export function readYaml(text: string, maxBytes: number): YamlResult {
  const start = { line: 1, column: 1 }
  if (Buffer.byteLength(text) > maxBytes) {
    return { ok: false, place: start, problem: `it is larger than ${maxBytes / 1024} KiB` }
  }
  const deep = tooDeep(text)
  if (deep) return { ok: false, place: deep, problem: 'it is nested too deeply' }
  const lines = new LineCounter()
  // Finding duplicate keys is quadratic in the library; `keyProblem` does it in one walk.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false, logLevel: 'error' } as const
  const document = parseDocument(text, options)
  const where = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return line === 0 ? start : { line, column: col }
  }
  const error = document.errors[0]
  if (error)
    return { ok: false, place: where(error.pos[0]), problem: `it is not valid YAML (${error.message})` }
  const bad = keyProblem(document.contents)
  if (bad) return { ok: false, place: where(bad.offset), problem: bad.problem }
  return toValue(document, where)
}

function toValue(document: Document.Parsed, where: (offset: number) => Place): YamlResult {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    return { ok: true, value, placeOf: (path) => where(offsetOf(document, path)) }
  } catch (error) {
    // The library throws a ReferenceError for too many or unresolved aliases; anything else is its bug or ours.
    if (!(error instanceof ReferenceError)) throw error
    return { ok: false, place: where(0), problem: 'it uses an alias too often, or one that is not defined' }
  }
}

interface KeyProblem {
  offset: number
  problem: string
}

function keyProblem(node: unknown): KeyProblem | null {
  if (isSeq(node)) return firstProblem(node.items.map((item) => () => keyProblem(item)))
  if (!isMap(node)) return null
  const seen = new Set<string>()
  return firstProblem(node.items.map((pair) => () => oneKey(pair.key, seen, node) ?? keyProblem(pair.value)))
}

function oneKey(key: unknown, seen: Set<string>, map: Node): KeyProblem | null {
  if (!isScalar(key)) return { offset: map.range?.[0] ?? 0, problem: 'a key must be a plain word' }
  const name = String(key.value)
  const offset = key.range?.[0] ?? 0
  if (FORBIDDEN_KEYS.has(name)) return { offset, problem: `the key "${name}" is not allowed` }
  if (seen.has(name)) return { offset, problem: `the key "${name.slice(0, 80)}" is there twice` }
  seen.add(name)
  return null
}

function firstProblem(checks: (() => KeyProblem | null)[]): KeyProblem | null {
  for (const check of checks) {
    const problem = check()
    if (problem) return problem
  }
  return null
}

function offsetOf(document: Document.Parsed, path: PropertyKey[]): number {
  let node: unknown = document.contents
  let offset = document.contents?.range?.[0] ?? 0
  for (const name of path) {
    const inside: unknown = isAlias(node) ? node.resolve(document) : node
    if (isMap(inside)) {
      const pair = inside.items.find(({ key }) => isScalar(key) && String(key.value) === String(name))
      if (!pair || !isScalar(pair.key)) return offset
      offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(inside)) {
      node = inside.items[Number(name)]
      offset = rangeStart(node) ?? offset
    } else return offset
  }
  return offset
}

function rangeStart(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined
}
