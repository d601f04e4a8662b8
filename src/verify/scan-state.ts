import type { Lexicon, StringForm } from './lexicons.ts'

export interface Region {
  start: number
  end: number
  kind: 'comment' | 'string'
}

export interface Scan {
  text: string
  lexicon: Lexicon
  at: number
  /** The last character that was code and not a space: decides whether a slash opens a regular expression. */
  last: number
  regions: Region[]
  /** One entry an open `${`: how many braces are open inside it. */
  holes: number[]
}

/** Contents only: the delimiters stay, so that a name can be found by its quotes. An unclosed one ends with its line. */
export function quoted(scan: Scan, form: StringForm): void {
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

export function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

export function mark(scan: Scan, kind: Region['kind'], start: number, end: number): void {
  if (end > start) scan.regions.push({ start, end, kind })
  scan.at = Math.max(end, scan.at)
}
