import {
  fileEndings,
  fileNames,
  folders,
  HTTP_PATCH,
  notFiles,
  otherMeanings,
} from '../policy/selection-words.ts'

/** A user's sentence, taken apart for looking words up. */

const HUMP = /(?<=[a-z]|[a-z][0-9])(?=[A-Z])/g
const SENTENCE_END = /[.;:!?,](?=\s|$)|\n\s*\n|[()]/g
const CODE = /```[\s\S]*?```|`[^`\n]*`/g
/** A call, but not the `fix(parser):` that commits begin with. */
const CALL = /(?<!\w)\w+\([^()\s]*\)(?!!?:)/g
const TITLE_FIX = /\b(?:Bug|Hot)Fix(?=es\b|ed\b|ing\b|\b)/g

/** Lower case, one space between words, and `|` where a sentence or a part of one ends. */
export function wordsOf(text: string): string {
  const parts = text
    .replaceAll(SENTENCE_END, ' | ')
    .replaceAll(HUMP, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+|\|/gu)
  const joined = ` ${(parts ?? []).join(' ')} `
  return otherMeanings.reduce((rest, phrase) => rest.replaceAll(` ${phrase} `, ' | '), joined)
}

/** What the user says in words of their own: code, paths and identifiers name things, not what to do with them. */
export function proseOf(text: string): string {
  const spoken = text.replaceAll(HTTP_PATCH, ' ').replaceAll(CODE, ' ').replaceAll(CALL, ' ')
  const tokens = spoken.replaceAll(TITLE_FIX, (word) => word.toLowerCase()).split(/(?<=\s)/)
  return tokens.map((token) => (isName(token.trim()) ? '| ' : token)).join('')
}

/** The first of the words and phrases that the text (of `wordsOf`) holds whole. */
export function sayingOf(text: string, phrases: string[]): string | null {
  return phrases.find((phrase) => text.includes(` ${phrase} `)) ?? null
}

export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length
}

/** The files given, and those the text names; `a.ts` is `src/a.ts` if both are there. */
export function namedFiles(task: string, files: string[]): string[] {
  const tokens = task.match(/[\p{L}\p{N}_@$./\\-]+/gu) ?? []
  const inTask = tokens.map((token) => token.replace(/(?<!\.)\.+$/, '')).filter(isFile)
  const all = [...new Set([...files, ...inTask].map((file) => file.replace(/^\.\//, '')))]
  return all.filter((file) => !all.some((other) => other.endsWith(`/${file}`)))
}

function isFile(token: string): boolean {
  const name = token.toLowerCase()
  if (notFiles.includes(name) || name.includes('//')) return false
  if (fileNames.includes(name.slice(name.lastIndexOf('/') + 1))) return true
  const ending = /[^./]\.([a-z][a-z0-9]*)$/.exec(name)?.[1]
  return ending !== undefined && fileEndings.includes(ending)
}

function isName(token: string): boolean {
  return /\w\.\w|\w_\w|[a-z0-9][A-Z]/.test(token) || isPath(token)
}

function isPath(token: string): boolean {
  const [first = '', ...rest] = token.split('/')
  return (
    rest.length > 1 || (rest.length === 1 && (/^[.~]*$/.test(first) || folders.includes(first.toLowerCase())))
  )
}
