import { formsOfValue } from './forms.ts'
import { isSecretName } from './names.ts'
import { isPlainValue } from './plain-value.ts'
import { createScanner, type Found, type KnownSecret } from './scan.ts'

const HIDDEN = '[hidden]'

/** Knows some secrets by their values, and others by how they look. */
export interface Redactor {
  find(text: string): Found[]
  hide(text: string): string
}

export function createRedactor(values: Iterable<readonly [kind: string, value: string]>): Redactor {
  const find = createScanner([...values].flatMap(([kind, value]) => knownSecret(kind, value)))
  return {
    find,
    hide: (text) => withoutFound(text, find(text)),
  }
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
