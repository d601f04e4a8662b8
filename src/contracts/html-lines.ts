import { withoutCodeSpans } from './code-spans.ts'

/** What ends the HTML that a line opened: this text, or a blank line. */
export interface OpenHtml {
  until: string | null
}

export type HtmlStart = { kind: 'none' } | { kind: 'line' } | { kind: 'open'; open: OpenHtml }

const NAME = '[a-z][a-z0-9_-]*(?::[a-z][a-z0-9_-]*)?'
const TAG = new RegExp(`^<(/?)(${NAME})(?=[\\s>/]|$)`, 'i')
const CLOSING = new RegExp(`</(${NAME})>`, 'gi')
const COMMENT_END = '-->'
/** What a reader never sees: comments, instructions to a program, raw character data. */
const HIDDEN = [
  ['<!--', COMMENT_END],
  ['<?', '?>'],
  ['<![cdata[', ']]>'],
] as const

/** Elements that only dress words up: the words in them are the agent's own. */
const DRESSING = new Set(
  `a b big br caption center code details div em font h1 h2 h3 h4 h5 h6 hr i img li mark ol p s section small span
  strong sub summary sup table tbody td tfoot th thead tr u ul`.split(/\s+/),
)

/** Whether the line begins with such an element. */
export function isDressed(content: string): boolean {
  return DRESSING.has(TAG.exec(content.slice(0, 80))?.[2]?.toLowerCase() ?? '')
}

/** Where each element is closed for the last time, so that an element nobody closes quotes only its own paragraph. */
export function lastClosings(text: string): (name: string) => number {
  let found: Map<string, number> | null = null
  return (name) => {
    found ??= closingsIn(text)
    return found.get(name) ?? -1
  }
}

function closingsIn(text: string): Map<string, number> {
  const found = new Map([[COMMENT_END, text.lastIndexOf(COMMENT_END)]])
  for (const match of text.matchAll(CLOSING)) if (match[1]) found.set(match[1].toLowerCase(), match.index)
  return found
}

/** A line that begins with a tag or a comment. `end` is where the line ends in the text. */
export function htmlStart(content: string, end: number, lastClosing: (name: string) => number): HtmlStart {
  if (!content.startsWith('<')) return { kind: 'none' }
  const hidden = HIDDEN.find(([opening]) => content.slice(0, 9).toLowerCase().startsWith(opening))
  if (hidden) {
    const [opening, until] = hidden
    return content.includes(until, opening.length) ? { kind: 'line' } : { kind: 'open', open: { until } }
  }
  const tag = TAG.exec(content.slice(0, 80))
  if (!tag?.[2]) return { kind: 'none' }
  const name = tag[2].toLowerCase()
  const close = `</${name}>`
  if (tag[1] === '/' || content.toLowerCase().includes(close)) return { kind: 'line' }
  return { kind: 'open', open: { until: lastClosing(name) >= end ? close : null } }
}

/** A comment that opens in the middle of a line and is closed on a later one. */
export function opensComment(line: string, end: number, lastClosing: (name: string) => number): boolean {
  if (!line.includes('<!--') || lastClosing(COMMENT_END) < end) return false
  const prose = withoutCodeSpans(line)
  const start = prose.lastIndexOf('<!--')
  return start !== -1 && !prose.includes(COMMENT_END, start + 4)
}

export function closesHtml(line: string, open: OpenHtml): boolean {
  return open.until === null ? line.trim() === '' : line.toLowerCase().includes(open.until)
}
