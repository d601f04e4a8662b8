import { cleanText } from '../contracts/clean-text.ts'
import { type LineKind, type Scan, scanMarkdown } from '../contracts/scan-markdown.ts'

/** A final message as rules about its shape need it: prose by sections, and the code that it shows. */
export interface Outline {
  sections: Section[]
  /** Of all prose. */
  words: number
  headings: number
}

export interface Section {
  /** Empty before the first heading. */
  title: string
  /** 0 before the first heading. */
  level: number
  lines: ProseLine[]
  /** What its fences hold, without the closing block. */
  code: string[]
  words: number
  /** How many words of the message come before it. */
  from: number
}

interface ProseLine {
  text: string
  words: number
}

/** Ten times the longest report that anybody should read. */
const MAX_TEXT = 120_000
const MAX_LINES = 4_000
const MAX_LINE = 2_000
const MAX_SECTIONS = 300

export function outlineOf(message: string): Outline {
  const scan = scanMarkdown(capped(message))
  const outline: Outline = { sections: [emptySection({ title: '', level: 0 }, 0)], words: 0, headings: 0 }
  if (!scan) return outline
  const closing = closingLines(scan)
  for (const [at, kind] of scan.kinds.entries()) {
    if (closing.has(at) || SILENT.has(kind)) continue
    take(outline, kind, { text: scan.lines[at] ?? '', next: scan.lines[at + 1] ?? '' })
  }
  return outline
}

/** The end is where a message says what it comes to, so of a flood both ends are kept. */
function capped(message: string): string {
  const long = message.length > MAX_TEXT
  const text = long ? `${message.slice(0, MAX_TEXT / 2)}\n\n${message.slice(-MAX_TEXT / 2)}` : message
  const lines = text.split('\n')
  if (lines.length <= MAX_LINES) return text
  return [...lines.slice(0, MAX_LINES / 2), '', ...lines.slice(-MAX_LINES / 2)].join('\n')
}

const SILENT = new Set<LineKind>(['blank', 'html', 'markup'])
const CODE = new Set<LineKind>(['fence', 'code', 'diff'])

function take(outline: Outline, kind: LineKind, { text, next }: { text: string; next: string }): void {
  const section = outline.sections.at(-1)!
  if (CODE.has(kind)) return void section.code.push(text.slice(0, MAX_LINE))
  const heading = kind === 'text' ? headingOf(text, next) : null
  if (heading && outline.sections.length < MAX_SECTIONS) {
    outline.sections.push(emptySection(heading, outline.words))
    outline.headings++
    return
  }
  const words = wordsIn(text)
  section.lines.push({ text: text.slice(0, MAX_LINE), words })
  section.words += words
  outline.words += words
}

function emptySection({ title, level }: { title: string; level: number }, from: number): Section {
  return { title, level, lines: [], code: [], words: 0, from }
}

function closingLines({ fences }: Scan): Set<number> {
  const blocks = fences.filter(({ info }) => info.split(/\s/, 1)[0] === 'wiggum')
  return new Set(blocks.flatMap(({ first, end }) => range(first - 1, end)))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** `## Title`, a line above `===` or `---`, or a line that is bold as a whole. */
function headingOf(line: string, next: string): { title: string; level: number } | null {
  const text = line.trim()
  const marks = /^#{1,6}(?=\s)/.exec(text)?.[0].length ?? 0
  if (marks > 0) return { title: plain(text.slice(marks)), level: marks }
  if (text === '' || text.length > 120) return null
  if (/^ {0,3}(?:={3,}|-{3,})\s*$/.test(next.slice(0, 200)))
    return { title: plain(text), level: next.includes('=') ? 1 : 2 }
  const bold = /^(\*\*|__)[^*_]{1,80}\1:?$/.test(text)
  return bold ? { title: plain(text), level: 7 } : null
}

function plain(title: string): string {
  return cleanText(title, 400)
    .replaceAll(/[*_#`]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
