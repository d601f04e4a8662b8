import { codeOnly } from './code-only.ts'

/** How long the function around a line is, comments and blank lines aside. A guess from shape, not a parse. */

/** Larger files are not looked at, and longer lines and functions no further. */
const MAX_TEXT = 300_000
const MAX_LINE = 200
const MAX_UP = 200
const MAX_DOWN = 400
/** A finding may stand on the comment above a function. */
const MAX_COMMENT = 10
const MAX_PARAMETERS = 6

const KEYWORD = /^[\w\s().:@=]{0,80}\b(?:function|func|fn|fun|def)\b/
const ARROW = /^\s*(?:[\w$#]+\s+){0,4}[\w$#]+\s*(?::[^=]{0,80})?=\s*(?:async\s*)?(?:\([^()]*\)|[\w$]+)[^=]*=>/
const METHOD = /^\s*(?:[\w<>,[\]*&?:]+\s+){0,6}[\w$~#]+\s*\([^{]{0,150}\{/
const CONTROL = /^\s*(?:\}\s*)?(?:if|else|for|while|switch|catch|do|with|match|return|try|unless|until)\b/
const BY_INDENT = /\.(?:py|pyi|rb)$/

export interface Code {
  path: string
  lines: string[]
}

/** `null` if there is too much of it. */
export function codeLines(text: string, path: string): Code | null {
  return text.length > MAX_TEXT ? null : { path, lines: codeOnly(text, path).split('\n') }
}

export function functionLines({ path, lines }: Code, line: number): number | null {
  const at = nextCode(lines, line - 1)
  if (at === null) return null
  for (let head = at; head >= 0 && head > at - MAX_UP; head--) {
    if (!isHead(lines[head]!)) continue
    const body = BY_INDENT.test(path) ? bodyByIndent(lines, head) : bodyByBraces(lines, head)
    if (body && body.end >= at) return Math.max(1, body.count)
  }
  return null
}

function nextCode(lines: string[], from: number): number | null {
  for (let at = from; at < lines.length && at < from + MAX_COMMENT; at++) if (lines[at]?.trim()) return at
  return null
}

function isHead(line: string): boolean {
  if (line.length > MAX_LINE || CONTROL.test(line)) return false
  return KEYWORD.test(line) || ARROW.test(line) || METHOD.test(line)
}

interface Body {
  end: number
  count: number
}

function bodyByIndent(lines: string[], head: number): Body {
  const depth = indentOf(lines[head]!)
  const body: Body = { end: head, count: 0 }
  for (let at = head + 1; at < lines.length && at < head + MAX_DOWN; at++) {
    if (lines[at]!.trim() === '') continue
    if (indentOf(lines[at]!) <= depth) break
    body.end = at
    body.count++
  }
  return body
}

function bodyByBraces(lines: string[], head: number): Body | null {
  const open = bodyOpens(lines, head)
  if (!open) return ARROW.test(lines[head]!) ? bodyByIndent(lines, head) : null
  let depth = 0
  for (let at = open.line; at < lines.length && at < head + MAX_DOWN; at++) {
    const text = at === open.line ? lines[at]!.slice(open.column) : lines[at]!
    for (const char of text) {
      if (char === '{') depth++
      if (char === '}' && --depth === 0) return { end: at, count: codeBetween(lines, open.line, at) }
    }
  }
  return { end: lines.length, count: MAX_DOWN }
}

/** The first brace outside the parameters. An arrow that gives a value at once has none on its line. */
function bodyOpens(lines: string[], head: number): { line: number; column: number } | null {
  let depth = 0
  for (let line = head; line < lines.length && line < head + MAX_PARAMETERS; line++) {
    const text = lines[line]!.slice(0, MAX_LINE)
    for (let column = 0; column < text.length; column++) {
      const char = text[column]
      if (char === '(') depth++
      if (char === ')') depth--
      if (char === '{' && depth === 0) return { line, column }
    }
    if (ARROW.test(text)) return null
  }
  return null
}

function codeBetween(lines: string[], open: number, close: number): number {
  return lines.slice(open + 1, close).filter((line) => line.trim() !== '').length
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
