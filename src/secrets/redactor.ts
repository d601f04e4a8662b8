import { formsOfValue } from './forms.ts'
import { isSecretName } from './names.ts'
import { isPlainValue } from './plain-value.ts'
import { createScanner, type Found, type KnownSecret } from './scan.ts'
import { findThroughUnseen } from './unseen.ts'

const HIDDEN = '[hidden]'

/** Knows some secrets by their values, and others by how they look. */
export interface Redactor {
  find(text: string): Found[]
  hide(text: string): string
}

export function createRedactor(values: Iterable<readonly [kind: string, value: string]>): Redactor {
  const scan = createScanner([...values].flatMap(([kind, value]) => knownSecret(kind, value)))
  const find = (text: string) => joined(scan(text), findThroughUnseen(text, scan))
  return {
    find,
    hide: (text) => withoutFound(text, find(text)),
  }
}

/** Both in the order of the text, and none within another. */
function joined(some: Found[], others: Found[]): Found[] {
  if (others.length === 0) return some
  const all: Found[] = []
  for (const found of [...some, ...others].sort((one, other) => one.start - other.start)) {
    const before = all.at(-1)
    if (before && found.start < before.end) before.end = Math.max(before.end, found.end)
    else all.push({ ...found })
  }
  return all
}

function knownSecret(kind: string, value: string): KnownSecret[] {
  const forms = formsOfValue(value)
  return forms.length === 0 ? [] : [{ kind, forms }]
}

/** The variables that hold a secret, by their names or by what an address in them holds. */
export function secretVariables(env: Record<string, string | undefined>): [kind: string, value: string][] {
  return Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value && (isSecretName(name) || hasPassword(value)) && !isPlainValue(value)
      ? [[kindOf(name), value]]
      : [],
  )
}

function kindOf(name: string): string {
  return `the value of $${name}`
}

function hasPassword(value: string): boolean {
  return value.length < 4096 && /^[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/?#:@]*:[^\s/]+@/i.test(value)
}

export function withoutFound(text: string, found: Found[]): string {
  if (found.length === 0) return text
  let left = ''
  let at = 0
  for (const { start, end } of found) {
    left += text.slice(at, Math.max(at, wholeEscape(text, start))) + HIDDEN
    at = isHalved(text, end) ? end + 1 : end
  }
  return left + text.slice(at)
}

/** A text may be a part of JSON: of an escape, both halves go. */
function wholeEscape(text: string, start: number): number {
  return isHalved(text, start) ? start - 1 : start
}

function isHalved(text: string, at: number): boolean {
  let slashes = 0
  while (slashes < at && text[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1 && at < text.length
}
