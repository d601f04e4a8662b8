/** A value that a test file writes down, and another one that is unlike it. `K` is a string that nobody can know. */
export interface OwnLiteral {
  other: string
  literal: string
}

/** Of each kind; more would lengthen a file without telling more. */
const MAX = 20

const STRING = `'[^'\\\\\\n]{1,60}'|"[^"\\\\\\n]{1,60}"`
/** No longer than what adding one still changes, and no octal. */
const NUMBER = '(?<![\\w$.])-?(?:0|[1-9]\\d{0,14})(?:\\.\\d{1,9})?(?![\\w$.])'
const VALUE = `(?:${STRING}|${NUMBER})`
const LIST = `\\[\\s*${VALUE}(?:\\s*,\\s*${VALUE}){0,9}\\s*,?\\s*\\]`
const ENTRY = `[A-Za-z_]\\w*\\s*:\\s*${VALUE}`
const RECORD = `\\{\\s*${ENTRY}(?:\\s*,\\s*${ENTRY}){0,9}\\s*,?\\s*\\}`

/** Values of the file's own: an assertion that spares only these would still be found out. */
export function ownLiterals(text: string): OwnLiteral[] {
  return [
    ...plainLiterals(text, 'K'),
    ...found(text, LIST).map((literal) => ({ other: `[K].concat(${literal})`, literal })),
    ...found(text, RECORD).map((literal) => ({ other: `{ ...${literal}, [K]: 1 }`, literal })),
  ]
}

/** The same in Python, where the unknown string has another name. */
export function ownPythonLiterals(text: string): OwnLiteral[] {
  const lists = found(text, LIST).map((literal) => ({ other: `[k] + ${literal}`, literal }))
  return [...plainLiterals(text, 'k'), ...lists]
}

function plainLiterals(text: string, unknown: string): OwnLiteral[] {
  const strings = found(text, STRING).map((quoted) => JSON.stringify(quoted.slice(1, -1)))
  return [
    ...strings.map((literal) => ({ other: `${unknown} + ${literal}`, literal })),
    ...found(text, NUMBER).map((literal) => ({ other: `${literal} + 1`, literal })),
  ]
}

function found(text: string, like: string): string[] {
  const all = [...text.matchAll(new RegExp(like, 'g'))].map(([literal]) => literal.replaceAll(/\s+/g, ' '))
  return [...new Set(all)].slice(-MAX)
}
