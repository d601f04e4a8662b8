import { GRAVE, QUESTION, REFUSING, REJECTING, RESULT, RULING } from '../policy/rejection-words.ts'
import { withoutCodeSpans } from './code-spans.ts'
import { foldLetters } from './fold-letters.ts'
import { graveColumns, isGraveCell, isSomethingCounted, namesPlace } from './grave-cells.ts'
import { namesGraveWord } from './grave-words.ts'
import { splitRow } from './markdown-table.ts'
import { isSettledFinding } from './not-now.ts'
import { type OwnPart, withoutQuotations } from './own-words.ts'

/** Rejections that are no sentences: rows of tables, and lines of a list of findings. */

const GRAVE_LINE = new RegExp(
  `^\\W*(?:xmark\\W*)?(?:\\d+[.)]?\\s*)?(?:\\S{1,80}:\\d+\\S*\\W+)?(?:severity\\W{1,3})?[[(]?\\b(${GRAVE})\\b(?:\\s+(?:findings?|issues?|bugs?|problems?|defects?|flaws?|concerns?))?["'\\])]*\\s*((?:(?<=[\\])]\\s*)\\w|[:(/|,-]).*)?$`,
)
const GRAVE_TALLY = new RegExp(
  `\\b([1-9]\\d{0,2}|one|two|three|four|five|six|seven|eight|nine|ten|several|some|many|multiple|a|another|this|these|both|following)\\s+(?:\\w+\\s+){0,2}?(?:${GRAVE})\\b(?:\\s+\\w+)?\\s+(?:findings?|issues?|bugs?|problems?|defects?|flaws?|errors?|vulnerabilit\\w+|concerns?|regressions?|mistakes?|holes?)\\b`,
)
const SHOUTED_TALLY =
  /\b(?:[1-9]\d{0,2}|one|two|three|four|five|several) (?:\w+ )?(?:CRITICALs?|BLOCKERs?)\b|\bCRITICALs?\s*[:=(]\s*[1-9]/
const SHOUTED_LINE =
  /^\W*(?:\d+[.)]\s*)?(?:CRITICALS?|BLOCKERS?)\b(?:\W*\b(?:findings?|issues?|bugs?|problems?)\b)?\W*(?=\w)/
const GRAVE_KEY = new RegExp(`["']?\\bseverity["']?\\s*[:=]\\s*["']?(?:${GRAVE})\\b`, 'i')
const ANY_GRAVE = new RegExp(GRAVE, 'i')
const NONE =
  /^\W*(?:none|nothing|no\b|0\b|zero|n\/a|na\b|nil|keine|-*$|—|okmark|(?:not|isn't|is not|aren't) (?:found|any)|-$|path\b|section\b|part\b|code\b)/
const NOT_ONE =
  /\b(?:no|not|never|neither|nor|without|zero|nothing|hardly|isn't|aren't|than|as|would be|if|could be|might be|was|were|had|previous|earlier|for|any|former|fixed|resolved)\b[^.;:]{0,40}$/
const RULING_CELL = new RegExp(
  `^\\W*(?:(?:my|the|final|overall|own|review(?:er)?(?:'s)?)\\W+){0,3}(?:${RULING}|${RESULT}|${QUESTION}|final)\\W*$`,
)
const REJECTING_CELL = new RegExp(`^\\W*(?:xmark\\W*)?(${foldLetters(REJECTING)})(?![\\w']).{0,200}$`)
const REFUSING_CELL = new RegExp(
  `^[^\\w-]*(?:xmark\\W*)?(${foldLetters(REJECTING)}|${REFUSING})(?![\\w']).{0,200}$`,
)
const VERDICT_COLUMN = new RegExp(
  `^\\W*(?:(?:my|the|final|overall)\\W+)?(?:${RULING}|approved?\\??|approval)\\W*$`,
)
/** A table whose first column is one of these is about what a program does. */
const OF_INPUTS =
  /\b(?:input|inputs|case|cases|token|tokens|request|requests|value|values|scenario|payload|name|names|example|call|line|message|string|key|state|argument|expected|actual|got|response|field|before|after|meaning|means|definition|option|option|alternative|alternatives|approach|idea)\b/
const OF_ROUNDS = /\b(?:cycle|round|pass|attempt|iteration|review|when|date|time|version|#)\b/
const MAX_ROWS = 1_000

interface OwnTable {
  all: { cells: string[]; part: OwnPart }[]
  header: string[]
  rows: { cells: string[]; part: OwnPart }[]
  scope: string
}

/** A line of a list or a heading that names a grave finding. */
export function graveLine(parts: OwnPart[], at: number, latest: number): boolean {
  const part = parts[at]
  if (!part || part.shape === 'row') return false
  const lines = part.text.split('\n').slice(0, 200)
  const after = parts[at + 1]
  const under = after && after.shape !== 'heading' ? after.text : null
  return [lines.join(' '), ...lines].some((line, n) => {
    const text = withoutQuotations(line).slice(0, 2_000)
    if (GRAVE_KEY.test(keyed(line)) && !isSettledFinding(text, part.scope.toLowerCase(), latest)) return true
    const next = (n > 0 ? lines[n] : undefined) ?? under
    return (
      ANY_GRAVE.test(text) &&
      !isSettledFinding(text, part.scope.toLowerCase(), latest) &&
      namesGrave(text, part, next)
    )
  })
}

function namesGrave(text: string, { shape }: OwnPart, next: string | null): boolean {
  const said = text.toLowerCase()
  const named = GRAVE_LINE.exec(said)
  if (named && (shape !== 'prose' || /^\W*(?:xmark\W*)?(?:[[(]|[A-Z])/.test(text))) {
    const rest = (named[2] ?? '').replace(/^[:(/|,-]+/, '')
    return rest.trim() !== '' ? !NONE.test(rest) : /severity/.test(said) || isSomething(next)
  }
  const shouted = SHOUTED_LINE.exec(text)
  if (shouted && !NONE.test(text.slice(shouted[0].length).toLowerCase())) return true
  const counted = SHOUTED_TALLY.exec(text) ?? GRAVE_TALLY.exec(said)
  if (counted !== null && !NOT_ONE.test(said.slice(0, counted.index))) return true
  return text.split(/(?<=[.!?])["')\]]*\s+/).some(namesGraveWord)
}

/** Code counts where it is all that is said. */
function keyed(line: string): string {
  const text = line.slice(0, 2_000)
  return /^\W*`[^`]*`\W*$/.test(text) ? text : withoutCodeSpans(text)
}

/** What stands under a bare "Critical", if it is not "none" and not settled. */
function isSomething(text: string | null): boolean {
  const said = text?.toLowerCase() ?? ''
  return said !== '' && !NONE.test(said) && !isSettledFinding(said, '', 0)
}

export function rejectingRow(parts: OwnPart[], latest: number): OwnPart | undefined {
  for (const table of tablesOf(parts)) {
    const row = graveRow(table, latest) ?? rulingRow(table, latest)
    if (row) return row
  }
  return undefined
}

function tablesOf(parts: OwnPart[]): OwnTable[] {
  const tables: OwnTable[] = []
  let left = MAX_ROWS
  for (let at = 0; at < parts.length && left > 0; at++) {
    if (parts[at]?.shape !== 'row') continue
    const rows: OwnTable['rows'] = []
    for (; parts[at]?.shape === 'row' && left > 0; at++, left--) {
      const part = parts[at] as OwnPart
      rows.push({ cells: splitRow(part.text.trim()).map(plainCell), part })
    }
    const [first, second] = rows
    const ruled = second?.cells.every((cell) => /^[-: ]*$/.test(cell)) ?? false
    const headed = ruled && !namesPlace(first?.cells ?? [])
    tables.push({
      all: rows,
      header: headed ? (first?.cells ?? []) : [],
      rows: rows.slice(headed ? 2 : 0),
      scope: (first?.part.scope ?? '').toLowerCase(),
    })
  }
  return tables
}

/** As `plainWords`, for one cell: emphasis, code marks and signs as words. */
function plainCell(cell: string): string {
  return foldLetters(cell)
    .replace(/<\/?[a-z][^<>\n]{0,200}>/gi, '')
    .replace(/\[([^\][\n]{0,200})\]\([^()\n]{0,500}\)/g, '$1')
    .replace(/[❌✖✗✘❎⛔🚫🛑👎🔴🟥]/gu, ' xmark ')
    .replace(/[✅✔☑👍🟢]/gu, ' okmark ')
    .replace(/[*`_"]/g, '')
    .trim()
    .toLowerCase()
}

function graveRow({ header, rows, scope }: OwnTable, latest: number): OwnPart | undefined {
  if (header.some((title) => /meaning|means|definition|explanation|legend|action/.test(title)))
    return undefined
  const columns = OF_INPUTS.test(header[0] ?? '') ? [] : graveColumns(header)
  const counted = OF_ROUNDS.test(header[0] ?? '') ? rows.slice(-1) : rows
  const under = counted.find(
    ({ cells }) =>
      columns.some((at) => isSomethingCounted(cells[at] ?? '')) &&
      !isSettledFinding(cells.join(' | '), scope, latest),
  )
  if (under) return under.part
  return rows.find(({ cells }) => {
    if (!cells.some((cell) => isGraveCell(cell))) return false
    const rest = cells.filter((cell) => !isGraveCell(cell))
    if (rest.length === 0 || rest.every((cell) => NONE.test(cell) || cell === '')) return false
    if (/^\W*~~/.test(rest.join(' '))) return false
    return !isSettledFinding(cells.join(' | '), scope, latest)
  })?.part
}

function rulingRow({ all, header, rows, scope }: OwnTable, latest: number): OwnPart | undefined {
  const labelled = all.find(({ cells: [label = '', said = '', ...more] }) => {
    if (/^\W*(?:my |the )?(?:review|outcome|verdict|decision)\W*$/.test(label) && /^\W*failed\W*$/.test(said))
      return true
    if (!RULING_CELL.test(label)) return false
    if (
      new RegExp(`^\\W*(?:${RESULT})\\W*$`).test(label)
        ? !REJECTING_CELL.test(said)
        : !REFUSING_CELL.test(said)
    )
      return false
    return !isSettledFinding([said, ...more].join(' | '), scope, latest)
  })
  if (labelled) return labelled.part
  const column = header.findIndex((title) => VERDICT_COLUMN.test(title))
  if (column === -1 || OF_INPUTS.test(header[0] ?? '')) return undefined
  const counted = OF_ROUNDS.test(header[0] ?? '') ? rows.slice(-1) : rows
  return counted.find(
    ({ cells }) =>
      REFUSING_CELL.test(cells[column] ?? '') && !isSettledFinding(cells.join(' | '), scope, latest),
  )?.part
}
