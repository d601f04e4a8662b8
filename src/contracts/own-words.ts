import { withoutCodeSpans } from './code-spans.ts'
import { foldLetters } from './fold-letters.ts'
import { withoutDress } from './marked-words.ts'
import { type LineKind, type Scan, scanMarkdown } from './scan-markdown.ts'

/** What an agent says itself in a message, in any form that a reader takes for its own words. */

export interface OwnPart {
  shape: 'prose' | 'heading' | 'item' | 'row'
  /** Without marks; letters folded, case as written. Of a row, as it stands. */
  text: string
  /** The heading it stands under and the line that leads to it. */
  scope: string
  /** The heading alone. */
  heading: string
}

const ITEM = /^\s*(?:[-+*•‣–—]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+/
const UNTICKED = /^\s*(?:[-+*]|\d{1,3}[.)])?\s*\[ ?\]\s/
const HEADING = /^\s*#{1,6}(?=\s|$)/
const ALERT = /^\s*(?:>\s*)+\[!(?:caution|warning|important|danger|error|note|tip)\]/i
const TAG = /<\/?[a-z][^<>\n]{0,200}>/gi
const COMMENT = /<!--(?:(?!-->|<!--)[^\n]){0,500}-->/g
/** A label whose verdict stands in a block quote below it. */
const LEADS_TO_VERDICT =
  /^\W*(?:(?:my|the|final|overall|own)\W+){0,3}(?:verdict|decision|ruling|conclusion|recommendation)\W*$/i
/** How deep what is dressed up in HTML is looked into. */
const MAX_DEPTH = 3

export function ownParts(scan: Scan): OwnPart[] {
  const parts: OwnPart[] = []
  let heading = ''
  let lead = ''
  let goesOn = false
  for (const { text, kind } of spokenLines(scan, 0)) {
    const last = parts.at(-1)
    const shape = shapeOf(text, kind)
    if (shape === null) goesOn = false
    else if (shape === 'prose' && goesOn && last) last.text += `\n${plainWords(text)}`
    else {
      const said = shape === 'row' ? text : plainWords(shape === 'item' ? text.replace(ITEM, '') : text)
      if (shape === 'heading') [heading, lead] = [said, '']
      parts.push({ shape, text: said, scope: `${heading} ${lead}`.trim(), heading })
      goesOn = shape === 'prose' || shape === 'item'
    }
    if (shape === 'prose') lead = /:[*_\s]*$/.test(text.slice(-20)) ? text.slice(-200) : ''
  }
  return parts
}

/** `null`: nothing is said. */
function shapeOf(text: string, kind: LineKind): OwnPart['shape'] | null {
  if (kind === 'blank' || UNTICKED.test(text)) return null
  if (isRow(text)) return 'row'
  if (HEADING.test(text)) return 'heading'
  return ITEM.test(text) ? 'item' : 'prose'
}

function isRow(text: string): boolean {
  const bare = text.trim()
  return bare.startsWith('|') || bare.split('|', 3).length > 2
}

/** The lines in which it speaks, as they stand. */
export function ownLines(scan: Scan): string[] {
  return spokenLines(scan, 0).map(({ text }) => text)
}

interface SpokenLine {
  text: string
  kind: LineKind
}

/** The lines in which it speaks. What only looks quoted, in HTML or as an alert, is read as a message of its own. */
function spokenLines(scan: Scan, depth: number): SpokenLine[] {
  const spoken: SpokenLine[] = []
  for (let at = 0; at < scan.lines.length; at++) {
    const kind = scan.kinds[at] ?? 'blank'
    const line = scan.lines[at] ?? ''
    if (kind === 'markup' || (kind === 'quote' && ALERT.test(line))) {
      const end = endOfRun(scan, at)
      const run = scan.lines.slice(at, end)
      if (depth < MAX_DEPTH) spoken.push({ text: '', kind: 'blank' }, ...undressed(run, kind, depth))
      at = end - 1
    } else if (kind === 'text') spoken.push({ text: line, kind })
    else if (kind === 'quote' && LEADS_TO_VERDICT.test(lastWords(spoken)))
      spoken.push({ text: line.replace(/^[\s>]+/, ''), kind: 'text' })
    else if (kind === 'list') spoken.push(listed(line))
    else spoken.push({ text: '', kind: 'blank' })
  }
  return spoken
}

function lastWords(spoken: SpokenLine[]): string {
  return (
    spoken
      .slice(-3)
      .findLast(({ kind }) => kind !== 'blank')
      ?.text.slice(-100) ?? ''
  )
}

function endOfRun({ kinds, lines }: Scan, from: number): number {
  let end = from + 1
  while (end < lines.length && kinds[end] === kinds[from]) end++
  return end
}

function listed(line: string): SpokenLine {
  const quoted = line.replace(ITEM, '').trimStart().startsWith('>')
  return quoted ? { text: '', kind: 'blank' } : { text: line, kind: 'list' }
}

function undressed(run: string[], kind: LineKind, depth: number): SpokenLine[] {
  const bare =
    kind === 'quote'
      ? run.map((line) => line.replace(/^\s*>\s?/, ''))
      : rowsOnLines(run.join('\n')).split('\n').map(cellsAsRow)
  const scan = scanMarkdown(bare.join('\n'))
  return scan ? spokenLines(scan, depth + 1) : []
}

/** Each row of an HTML table on one line. */
function rowsOnLines(html: string): string {
  return html.replace(/(<t[rdh]\b[^<>\n]{0,200}>)\s{1,20}/gi, '$1').replace(/\s{1,20}(<\/?t[dh]\b)/gi, ' $1')
}

/** A row of an HTML table, when it stands on one line, as one of Markdown; other tags are dropped. */
function cellsAsRow(line: string): string {
  const cells = /<t[dh][\s>]/i.test(line) ? `| ${line.replace(/<\/t[dh]>/gi, ' | ')}` : line
  const headed = cells.replace(/^\s*<h[1-6][^<>]{0,100}>/i, '## ').replace(/^\s*<li[^<>]{0,100}>/i, '- ')
  return headed.replace(COMMENT, '').replace(TAG, '').trim()
}

/** A line as it reads: no emphasis, tags or entities; code only where it is a verdict by itself. */
function plainWords(line: string): string {
  const folded = foldLetters(asMarks(withoutDress(line)))
  const words = folded
    .replace(COMMENT, '')
    .replace(TAG, '')
    .replace(/^[\s>]+/, '')
    .replace(/^#{1,6}(?=\s|$)/, '')
    .replace(/\[([^\][\n]{0,200})\]\([^()\n]{0,500}\)/g, '$1')
    .replace(/^\s*\[[xX]\]\s+/, '')
    .replace(/[*~]+|\b__|__\b|(?<![\w])_|_(?![\w])/g, '')
    .replace(/\s+#+\s*$/, '')
  return joinSpaced(words).trim()
}

const CROSSES =
  /[❌✖✗✘❎⛔🚫🛑👎🔴🟥🙅⊘☒]|:(?:x|no_entry|no_entry_sign|thumbsdown|-1|red_circle|stop_sign):/gu
const TICKS = /[✅✔☑👍🟢🟩]|:(?:white_check_mark|heavy_check_mark|thumbsup|\+1|green_circle):/gu

/** Signs that say no or yes, as words. */
function asMarks(line: string): string {
  return line
    .replace(CROSSES, ' xmark ')
    .replace(TICKS, ' okmark ')
    .replace(/(?![\d#*©®™])\p{Extended_Pictographic}/gu, ' ')
}

/** `R E J E C T E D` is one word. */
function joinSpaced(text: string): string {
  return text.replace(/(?<![\w'])[A-Z](?: [A-Z]){4,30}(?![\w'])/g, (word) => word.replaceAll(' ', ''))
}

const VERDICT_IN_CODE =
  /^\W*(?:(?:verdict|decision|ruling)\W{1,4})?(?:reject(?:ed)?|not[ _]approved|changes?[ _]requested|request[ _]changes|approved|blocked|critical|blocker|do not merge|no)\W*$/i

/** With code that is a verdict in its own right (`REJECTED`), and without any other. */
export function withVerdictCode(text: string): string {
  if (!text.includes('`')) return text
  return withoutCodeSpans(
    text.replace(/`{1,3}([^`\n]{1,40})`{1,3}/g, (all, code: string) =>
      VERDICT_IN_CODE.test(code) ? code : all,
    ),
  ).replaceAll('`', '')
}

/** Without anything in code or quotation marks: what is left are its own sentences. */
export function withoutQuotations(text: string): string {
  return withoutCodeSpans(text)
    .replace(/"[^"\n]{1,400}"/g, ' x ')
    .replaceAll('`', '')
}
