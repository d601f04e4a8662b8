import { GRAVE, REJECTING } from '../policy/rejection-words.ts'
import { foldLetters } from './fold-letters.ts'
import type { Scan } from './scan-markdown.ts'

/** Verdicts that are said by marks: a ticked box, an approval struck out, a tag that is called one. */

const TERM = foldLetters(REJECTING)
const BOX = /(?:\[([ xX✓✔])\]|\(([ xX])\)|([☐☑☒✅❌]))/gu
const REJECTS = new RegExp(`^\\W*(?:i )?(?:${TERM}|request changes)(?![\\w'])`)
const APPROVES =
  /^\W*(?:i )?(?:(?:can |do )?approved?|lgtm|accept(?:ed)?|ready to (?:merge|land)|merge|land)(?![\w'])/
const STRUCK = /~~([^~\n]{1,60})~~/g
const LABEL =
  'verdict|decision|result|review|outcome|status|conclusion|ruling|answer|final|final_answer|recommendation'
const TAGGED = new RegExp(
  `^\\s*<(?:(${LABEL})\\b(?:[^<>\\n]{0,200}?=\\s*["']?(?:${TERM})["']?[^<>\\n]{0,200}>|[^<>\\n]{0,200}>\\s*(?:${TERM})\\W*</)|(?:${TERM})\\s*/?>)`,
)
const EMPHASISED = new RegExp(`(\\*\\*|__|\\*|_)\\W{0,3}(${GRAVE})\\W{0,3}\\1(?!\\w)`, 'gi')
const MAX_LINES = 2_000

/** The line that says so; `null`: none. `own`: the lines in which the agent speaks. */
export function rejectingMark(own: string[], { lines, kinds }: Scan): string | null {
  const boxes = own.slice(0, MAX_LINES).map((line) => ({ line, ...boxesOf(line) }))
  const approves = boxes.some(({ approved }) => approved)
  const marked = boxes.find(
    ({ line, rejected, unapproved }) => rejected || (unapproved && !approves) || strikesApproval(line),
  )
  if (marked) return marked.line
  const tag = lines.findIndex(
    (line, at) => kinds[at] === 'html' && kinds[at - 1] !== 'html' && isTagged(lines.slice(at, at + 4), line),
  )
  return tag === -1 ? null : (lines[tag] ?? null)
}

function isTagged(next: string[], line: string): boolean {
  return (
    line.trimStart().startsWith('<') && TAGGED.test(foldLetters(next.join(' ').slice(0, 400)).toLowerCase())
  )
}

/** Which boxes of a line are ticked. The label stands before its box or after it. */
function boxesOf(line: string): { rejected: boolean; approved: boolean; unapproved: boolean } {
  const found = { rejected: false, approved: false, unapproved: false }
  if (line.length > 400) return found
  const marks = [...line.matchAll(BOX)]
  const first = line.replace(/^\s*(?:[-+*]|\d+[.)])\s+/, '').trimStart()
  const leads = /^(?:\[|\(|[☐☑☒✅❌])/u.test(first)
  marks.forEach((mark, at) => {
    const end = mark.index + mark[0].length
    const label = leads ? line.slice(end, marks[at + 1]?.index) : line.slice(endOf(marks[at - 1]), mark.index)
    const said = foldLetters(label).toLowerCase().replaceAll('_', ' ').replace(/[*`]/g, '')
    const ticked = /[xX✓✔☑✅☒]/u.test(mark[0])
    if (ticked && mark[0] !== '☒' && REJECTS.test(said)) found.rejected = true
    if (APPROVES.test(said)) found[ticked ? 'approved' : 'unapproved'] = true
  })
  return found
}

function endOf(mark: RegExpMatchArray | undefined): number {
  return mark ? (mark.index ?? 0) + mark[0].length : 0
}

function strikesApproval(line: string): boolean {
  return [...line.matchAll(STRUCK)].some(
    ([, struck = '']) => /\bapproved?\b/i.test(struck) && !/\b(?:not|never|un)/i.test(struck),
  )
}

/** Letters given by number, LaTeX and what a workflow prints before a message, as a reader sees them. */
export function withoutDress(line: string): string {
  if (!/[&\\$:*_]/.test(line)) return line
  return line
    .replace(/&#(x[\da-f]{1,5}|\d{1,6});/gi, (all, code: string) => letter(code) ?? all)
    .replace(/^\s{0,3}::[a-z]+(?:\s[^\n]{0,200}?)?::/i, '')
    .replace(/\\[a-z]{3,12}\s*\{([^{}\n]{0,200})\}/gi, '$1')
    .replace(/\\[a-z]{3,12}\s*\{([^{}\n]{0,200})\}/gi, '$1')
    .replace(/^\s{0,3}\${1,2}|\${1,2}\s{0,3}$/g, '')
    .replace(EMPHASISED, '[$2]')
}

function letter(code: string): string | null {
  const number =
    code.startsWith('x') || code.startsWith('X') ? Number.parseInt(code.slice(1), 16) : Number(code)
  return number > 31 && number < 0x11_0000 ? String.fromCodePoint(number) : null
}
