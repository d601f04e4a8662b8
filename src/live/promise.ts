import { scanMarkdown } from '../contracts/scan-markdown.ts'

/** A tag as one character that no text has: then it is no HTML to the scan, and a search takes one pass. */
const OPEN = '\ufdd0'
const CLOSE = '\ufdd1'
/** A tag that somebody quotes; no promise reaches across it. */
const QUOTED = '\ufdd2'
const TAGS = /<\/?promise>|[\ufdd0\ufdd1]/g
/** Lines with nothing but promises, at most emphasised. The last of them is the one caught. */
const MADE =
  /(?<![^\n])(?:[ \t\u00a0\u3000*_]*\ufdd0([^\ufdd0-\ufdd2]*)\ufdd1)+[ \t\u00a0\u3000*_]*(?![^\n])/g

/**
 * The last `<promise>` that the speaker makes: it stands alone, and nothing quotes it. A message that is too long to
 * be an honest one promises nothing, nor does one of which it cannot be told what it quotes.
 */
export function promiseIn(message: string): string | null {
  if (!message.includes('</promise>')) return null
  const scan = scanMarkdown(message.replace(TAGS, marked))
  if (!scan || scan.tangled) return null
  const spoken = scan.lines.map((line, at) => (scan.kinds[at] === 'text' ? line : quoted(line)))
  let last = ''
  for (const made of spoken.join('\n').matchAll(MADE)) last = made[1] ?? ''
  return oneSpaced(last) || null
}

/** Whether what the message promises is what was wanted. Case counts, white space does not. */
export function isKept(message: string, wanted: string): boolean {
  return promiseIn(message) === oneSpaced(wanted)
}

function marked(tag: string): string {
  if (tag === '<promise>') return OPEN
  return tag === '</promise>' ? CLOSE : QUOTED
}

function quoted(line: string): string {
  return line.replaceAll(OPEN, QUOTED).replaceAll(CLOSE, QUOTED)
}

function oneSpaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
