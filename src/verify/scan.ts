import type { Lexicon } from './lexicons.ts'
import { javascriptForm } from './scan-javascript.ts'
import { rustForm } from './scan-rust.ts'
import { lineEnd, mark, quoted, type Region, type Scan } from './scan-state.ts'

/**
 * Finds comments and strings in one pass. What was consumed is never looked at again, so hostile text costs no more
 * than its length. It is not a parser: where a language is ambiguous (a slash after `)`, JSX text) it guesses.
 */
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
