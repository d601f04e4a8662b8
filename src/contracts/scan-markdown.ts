import { closesFence, type FenceMark, fenceOpening, indentOf } from './fence.ts'
import { closesHtml, htmlStart, isDressed, lastClosings, type OpenHtml, opensComment } from './html-lines.ts'
import { hideLongCodeSpans } from './long-code-spans.ts'
import { linesOf } from './message-lines.ts'

/**
 * Only what stands in `text` can count, and a contract in a top-level fence. In a `list` and in `markup` (HTML that only
 * dresses words up) the agent speaks as well, or quotes; all else quotes something.
 */
export type LineKind = 'text' | 'blank' | 'fence' | 'quote' | 'code' | 'list' | 'html' | 'markup' | 'diff'

/** A top-level fence: its content is lines `first` up to `end`, without the marks. */
export interface Fence {
  info: string
  first: number
  end: number
  closed: boolean
}

export interface Scan {
  lines: string[]
  kinds: LineKind[]
  fences: Fence[]
  /**
   * Where one thing ends and the next begins is in doubt: something is still open at the end, or a fence holds the
   * start of another that is as long. A quoted text that closes the fence around it leaves such traces.
   */
  tangled: boolean
}

interface State {
  fence: (FenceMark & { nested: boolean }) | null
  html: (OpenHtml & { kind: 'html' | 'markup' }) | null
  /** Column where the content of the open list item starts. */
  list: number | null
  /** The open block quote: whether a line without `>` would still belong to it, and a fence inside it. */
  quote: { lazy: boolean; fence: FenceMark | null } | null
  diff: boolean
  lastClosing: (name: string) => number
  fences: Fence[]
  tangled: boolean
}

interface Line {
  text: string
  at: number
  /** Where the line ends in the whole text. */
  end: number
}

const MARKER = /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/

/** One pass over the lines, no backtracking (`null`: too long): what a line is depends on it and on the few things open before it. */
export function scanMarkdown(message: string): Scan | null {
  const lines = linesOf(message)
  if (!lines) return null
  const state = startState(lines.join('\n'))
  const kinds: LineKind[] = []
  let end = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    end += line.length
    kinds.push(
      line === '' && !state.fence && !state.html
        ? readBlank(state)
        : readLine({ text: line, at, end }, state),
    )
    end += 1
  }
  const last = state.fences.at(-1)
  if (state.fence && !state.fence.nested && last) last.end = lines.length
  hideLongCodeSpans(lines, kinds)
  const open = state.fence !== null || (state.html?.until ?? null) !== null
  return { lines, kinds, fences: state.fences, tangled: state.tangled || open }
}

function startState(text: string): State {
  const lastClosing = lastClosings(text)
  const nothing = { fence: null, html: null, list: null, quote: null, diff: false, tangled: false }
  return { ...nothing, lastClosing, fences: [] }
}

function readLine(line: Line, state: State): LineKind {
  if (state.fence) return readFenced(line, state, state.fence)
  if (state.html) return readHtml(line, state, state.html)
  const { column, offset } = indentOf(line.text)
  if (offset === line.text.length) return readBlank(state)
  if (state.diff && ' +-\\'.includes(line.text.charAt(0))) return 'diff'
  state.diff = false
  const content = line.text.slice(offset)
  if (state.list !== null && column >= state.list) return readListed(content, state)
  if (column > 3) return 'code'
  if (content.startsWith('>')) return readQuoted(content, state)
  return (
    readOpening(content, line, state) ?? readList(content, column, state) ?? readProse(content, line, state)
  )
}

function readFenced(line: Line, state: State, open: FenceMark & { nested: boolean }): LineKind {
  const { column, offset } = indentOf(line.text)
  // Agents often forget to indent what a list item's fence holds: there any indent closes.
  const content = line.text.slice(offset)
  const closes = (open.nested || column <= 3) && closesFence(content, open)
  if (!closes && startsAnother(content, open)) state.tangled = true
  if (!closes) return 'fence'
  state.fence = null
  const fence = state.fences.at(-1)
  if (open.nested || !fence) return 'fence'
  fence.end = line.at
  fence.closed = true
  return 'fence'
}

function startsAnother(content: string, open: FenceMark): boolean {
  if (!content.startsWith(open.char)) return false
  const mark = fenceOpening(content)
  return mark !== null && mark.length >= open.length && mark.info !== ''
}

function readHtml(line: Line, state: State, open: NonNullable<State['html']>): LineKind {
  if (closesHtml(line.text, open)) state.html = null
  return open.kind
}

function readBlank(state: State): LineKind {
  state.quote = null
  return 'blank'
}

function readListed(content: string, state: State): LineKind {
  const mark = fenceOpening(content)
  if (mark) state.fence = { char: mark.char, length: mark.length, info: mark.info, nested: true }
  return 'list'
}

function readQuoted(content: string, state: State): LineKind {
  const inner = content.replace(/^[> \t]+/, '')
  const mark = fenceOpening(inner)
  const before = state.quote?.fence ?? null
  const fence = before ? (closesFence(inner, before) ? null : before) : mark
  state.list = null
  state.quote = { lazy: fence !== null || !(mark || before || inner === '' || inner.startsWith('#')), fence }
  return 'quote'
}

/** Blocks that end a quotation or a list although no blank line came before. */
function readOpening(content: string, line: Line, state: State): LineKind | null {
  const mark = fenceOpening(content)
  const diff = content.startsWith('@@ -') || content.startsWith('diff --git ')
  const html = htmlStart(content, line.end, state.lastClosing)
  if (!mark && !diff && html.kind === 'none') return null
  state.list = null
  state.quote = null
  state.diff = diff
  const kind = isDressed(content) ? 'markup' : 'html'
  if (html.kind === 'open') state.html = { ...html.open, kind }
  if (!mark) return diff ? 'diff' : kind
  state.fence = { char: mark.char, length: mark.length, info: mark.info, nested: false }
  state.fences.push({ info: mark.info, first: line.at + 1, end: line.at + 1, closed: false })
  return 'fence'
}

function readList(content: string, column: number, state: State): LineKind | null {
  const marker = isRule(content) ? undefined : MARKER.exec(content)?.[0]
  if (marker === undefined) return null
  const rest = content.slice(marker.length)
  const gap = indentOf(rest)
  const empty = gap.offset === rest.length
  state.quote = null
  state.list = column + marker.length + (empty || gap.column > 4 ? 1 : gap.column)
  return readListed(rest.slice(gap.offset), state)
}

function readProse(content: string, line: Line, state: State): LineKind {
  const heading = content.startsWith('#')
  if (state.quote?.lazy && !heading && !isRule(content)) return 'quote'
  state.quote = null
  state.list = null
  if (opensComment(line.text, line.end, state.lastClosing)) state.html = { until: '-->', kind: 'html' }
  return 'text'
}

/** A thematic break. */
function isRule(content: string): boolean {
  const char = content.charAt(0)
  if (char === '' || !'-*_'.includes(char)) return false
  let marks = 0
  for (let at = 0; at < content.length; at++) {
    if (content[at] === char) marks++
    else if (content[at] !== ' ' && content[at] !== '\t') return false
  }
  return marks >= 3
}
