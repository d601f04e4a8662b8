import { codeSpans } from './code-spans.ts'
import type { Scan } from './scan-markdown.ts'

export interface Table {
  header: string[]
  rows: string[][]
  /** The first line after it. */
  end: number
}

const MAX_ROWS = 1_000
const MAX_COLUMNS = 40
const RULE = /^[-:| \t]+$/

/** The table whose header is line `at`, if the next line is an alignment row. */
export function tableAt(scan: Scan, at: number): Table | null {
  const header = isRule(scan, at + 1) ? cellsOf(scan, at) : null
  if (!header) return null
  const rows: string[][] = []
  let end = at + 2
  for (let cells = cellsOf(scan, end); cells && rows.length < MAX_ROWS; cells = cellsOf(scan, end)) {
    rows.push(cells)
    end++
  }
  return { header, rows, end }
}

function isRule({ lines, kinds }: Scan, at: number): boolean {
  const line = lines[at] ?? ''
  return kinds[at] === 'text' && line.includes('|') && line.includes('-') && RULE.test(line)
}

function cellsOf({ lines, kinds }: Scan, at: number): string[] | null {
  const line = lines[at]
  return kinds[at] === 'text' && line?.includes('|') ? splitRow(line.trim()) : null
}

/** Cells of one row. `\|` and a pipe inside inline code do not separate. */
export function splitRow(row: string): string[] {
  const spans = codeSpans(row)
  const cells: string[] = []
  let start = 0
  let span = 0
  for (let at = row.indexOf('|'); at !== -1 && cells.length < MAX_COLUMNS; at = row.indexOf('|', at + 1)) {
    while ((spans[span]?.[1] ?? Number.POSITIVE_INFINITY) <= at) span++
    if ((spans[span]?.[0] ?? Number.POSITIVE_INFINITY) < at || isEscaped(row, at)) continue
    cells.push(cell(row.slice(start, at)))
    start = at + 1
  }
  const rest = row.slice(start)
  if (rest.trim() !== '') cells.push(cell(rest))
  return row.startsWith('|') ? cells.slice(1) : cells
}

function isEscaped(row: string, at: number): boolean {
  return row[at - 1] === '\\'
}

function cell(text: string): string {
  return text
    .replaceAll('\\|', '|')
    .replaceAll(/<br ?\/?>/gi, '\n')
    .trim()
}
