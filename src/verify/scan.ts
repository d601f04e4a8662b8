import type { Lexicon, StringForm } from './lexicons.ts'

/**
 * Finds comments and strings in one pass. What was consumed is never looked at again, so hostile text costs no more
 * than its length. It is not a parser: where a language is ambiguous (a slash after `)`, JSX text) it guesses.
 */
export interface Region {
  start: number
  end: number
  kind: 'comment' | 'string'
}

interface Scan {
  text: string
  lexicon: Lexicon
  at: number
  /** The last character that was code and not a space: decides whether a slash opens a regular expression. */
  last: number
  regions: Region[]
  /** One entry an open `${`: how many braces are open inside it. */
  holes: number[]
}

export function scanRegions(text: string, lexicon: Lexicon): Region[] {
  const scan: Scan = { text, lexicon, at: 0, last: -1, regions: [], holes: [] }
  const starts = startCodes(lexicon)
  if (text.startsWith('#!')) mark(scan, 'comment', 0, lineEnd(text, 0))
  while (scan.at < text.length) {
    const code = text.charCodeAt(scan.at)
    if (code < 128 && starts[code] === 1 && consume(scan)) continue
    if (code > 32) scan.last = scan.at
    scan.at++
  }
  return scan.regions
}

function startCodes(lexicon: Lexicon): Uint8Array {
  const starts = new Uint8Array(128)
  const openers = [...lexicon.lineComments, ...lexicon.blockComments.map((b) => b.open)]
  for (const opener of [...openers, ...lexicon.strings.map((s) => s.open)]) starts[opener.charCodeAt(0)] = 1
  for (const char of lexicon.javascript ? '/`{}' : '') starts[char.charCodeAt(0)] = 1
  for (const char of lexicon.rust ? "'r" : '') starts[char.charCodeAt(0)] = 1
  return starts
}

/** True if it moved past something. */
function consume(scan: Scan): boolean {
  if (comment(scan)) return true
  if (scan.lexicon.javascript && javascriptForm(scan)) return true
  if (scan.lexicon.rust && rustForm(scan)) return true
  const form = scan.lexicon.strings.find((s) => scan.text.startsWith(s.open, scan.at))
  if (!form) return false
  quoted(scan, form)
  return true
}

function comment(scan: Scan): boolean {
  const { text, at, lexicon } = scan
  const block = lexicon.blockComments.find((b) => text.startsWith(b.open, at))
  if (block) {
    const end = block.nested ? nestedEnd(text, at, block) : text.indexOf(block.close, at + block.open.length)
    mark(scan, 'comment', at, end < 0 ? text.length : block.nested ? end : end + block.close.length)
    return true
  }
  const opener = lexicon.lineComments.find((c) => text.startsWith(c, at))
  if (!opener || (lexicon.hashAtWordStart && at > 0 && text.charCodeAt(at - 1) > 32)) return false
  mark(scan, 'comment', at, lineEnd(text, at + opener.length))
  return true
}

function nestedEnd(text: string, from: number, block: { open: string; close: string }): number {
  let depth = 0
  for (let i = from; i < text.length; i++) {
    if (text.startsWith(block.open, i)) {
      depth++
      i++
    } else if (text.startsWith(block.close, i)) {
      depth--
      i++
      if (depth === 0) return i + 1
    }
  }
  return -1
}

/** Contents only: the delimiters stay, so that a name can be found by its quotes. An unclosed one ends with its line. */
function quoted(scan: Scan, form: StringForm): void {
  const { text, at } = scan
  let i = at + form.open.length
  while (i < text.length) {
    const char = text[i]
    if (form.escape && char === '\\') i++
    else if (text.startsWith(form.close, i)) break
    else if (!form.multiline && char === '\n') break
    i++
  }
  const inside = Math.min(i, text.length)
  mark(scan, 'string', at + form.open.length, inside)
  scan.last = inside
  if (text.startsWith(form.close, inside)) scan.at = inside + form.close.length
}

function javascriptForm(scan: Scan): boolean {
  const char = scan.text[scan.at]
  const depth = scan.holes.length - 1
  if (char === '`') return templateChunk(scan)
  if (char === '}' && scan.holes[depth] === 0) {
    scan.holes.pop()
    return templateChunk(scan)
  }
  if (depth >= 0 && char === '{') scan.holes[depth] = (scan.holes[depth] ?? 0) + 1
  if (depth >= 0 && char === '}') scan.holes[depth] = (scan.holes[depth] ?? 1) - 1
  return char === '/' && regexMayStart(scan) && regexLiteral(scan)
}

/** From a backtick, or from the brace that closes a hole, to the next hole or the closing backtick. */
function templateChunk(scan: Scan): true {
  const { text } = scan
  const start = scan.at + 1
  let i = start
  while (i < text.length && text[i] !== '`' && !text.startsWith('${', i)) i += text[i] === '\\' ? 2 : 1
  const end = Math.min(i, text.length)
  const hole = text[end] === '$'
  mark(scan, 'string', start, end)
  if (hole) scan.holes.push(0)
  scan.last = hole ? end + 1 : end
  scan.at = Math.min(end + (hole ? 2 : 1), text.length)
  return true
}

const beforeRegex = new Set('(,=:[!&|?{;+-*%~^')
const wordsBeforeRegex = new Set(
  'return typeof case in of delete void throw new else do await yield'.split(' '),
)

function regexMayStart({ text, last }: Scan): boolean {
  if (last < 0) return true
  const char = text.charAt(last)
  if (beforeRegex.has(char)) return true
  if (char === '>') return text[last - 1] === '='
  const word = /[a-z]+$/.exec(text.slice(Math.max(0, last - 11), last + 1))
  return word !== null && wordsBeforeRegex.has(word[0])
}

function regexLiteral(scan: Scan): true {
  const { text, at } = scan
  let inClass = false
  let i = at + 1
  for (; i < text.length && text[i] !== '\n'; i++) {
    const char = text[i]
    if (char === '\\') i++
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) break
  }
  const end = Math.min(i, text.length)
  mark(scan, 'string', at + 1, end)
  scan.last = at
  if (text[end] === '/') scan.at = end + 1
  return true
}

function rustForm(scan: Scan): boolean {
  const { text, at } = scan
  if (text[at] === "'") {
    const isChar = text[at + 1] === '\\' || text[at + 2] === "'"
    if (!isChar) return false
    quoted(scan, { open: "'", close: "'", escape: true, multiline: false })
    return true
  }
  if (text[at] !== 'r' || /[\w]/.test(text.charAt(at - 1).replace('b', ''))) return false
  let open = at + 1
  while (text[open] === '#') open++
  if (text[open] !== '"') {
    scan.at = open
    scan.last = open - 1
    return true
  }
  rawString(scan, open, open - at - 1)
  return true
}

function rawString(scan: Scan, open: number, hashes: number): void {
  const { text } = scan
  let close = text.indexOf('"', open + 1)
  while (close >= 0) {
    let seen = 0
    while (seen < hashes && text[close + 1 + seen] === '#') seen++
    if (seen === hashes) break
    close = text.indexOf('"', close + 1 + seen)
  }
  const end = close < 0 ? text.length : close
  mark(scan, 'string', open + 1, end)
  scan.last = end
  scan.at = Math.min(end + 1 + hashes, text.length)
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function mark(scan: Scan, kind: Region['kind'], start: number, end: number): void {
  if (end > start) scan.regions.push({ start, end, kind })
  scan.at = Math.max(end, scan.at)
}
