import type { Confidence, Finding } from '../core/events.ts'
import { readConfidence } from './confidence.ts'
import { isNothing, MAX_LOOKED_AT, readFindings } from './finding-value.ts'
import { type Table, tableAt } from './markdown-table.ts'
import type { Scan } from './scan-markdown.ts'

/** The tables that stand in for the block: findings and confidence. */

const CONFIDENCE_HEADING = /^#{1,6}[ \t]+confidence\b/i
/** The first column whose title contains the word has the value. */
const COLUMNS = {
  file: 'file',
  severity: 'severity',
  category: 'category',
  description: 'description',
  fix: 'fix',
  evidence: 'evidence',
}

export function tableFindings(scan: Scan, source: string): Finding[] {
  const rows: Record<string, string>[] = []
  for (let at = 0; at < scan.lines.length && rows.length < MAX_LOOKED_AT; at++) {
    const table = isFindingsHeader(scan, at) ? tableAt(scan, at) : null
    if (!table) continue
    for (const row of rowsOf(table)) rows.push(row)
    at = table.end - 1
  }
  return readFindings(rows, source)
}

function isFindingsHeader({ kinds, lines }: Scan, at: number): boolean {
  const line = lines[at] ?? ''
  return kinds[at] === 'text' && line.includes('|') && /severity/i.test(line)
}

/** A row without a severity is "nothing found", not a finding. */
function rowsOf(table: Table): Record<string, string>[] {
  const columns = columnsOf(table)
  if (!columns) return []
  return table.rows.map((cells) => record(cells, columns)).filter((row) => !isNothing(row.severity ?? ''))
}

/** `null` unless it is a table of findings. */
function columnsOf({ header }: Table): Map<string, number> | null {
  const titles = header.map((title) => title.replaceAll(/[*`]/g, '').toLowerCase())
  const columns = new Map<string, number>()
  for (const [key, word] of Object.entries(COLUMNS)) {
    const at = titles.findIndex((title) => title.includes(word))
    if (at !== -1) columns.set(key, at)
  }
  const line = titles.indexOf('line')
  if (line !== -1) columns.set('line', line)
  return ['file', 'severity', 'description'].every((key) => columns.has(key)) ? columns : null
}

function record(cells: string[], columns: Map<string, number>): Record<string, string> {
  return Object.fromEntries([...columns].map(([key, at]) => [key, cells[at] ?? '']))
}

/** The table under the one `Confidence` heading. Two headings: we do not choose. */
export function tableConfidence(scan: Scan): Confidence | null {
  const heading = nextConfidenceHeading(scan, 0)
  if (heading === -1 || nextConfidenceHeading(scan, heading + 1) !== -1) return null
  let at = heading + 1
  while (at < scan.lines.length && !scan.lines[at]?.includes('|') && !scan.lines[at]?.startsWith('#')) at++
  const scores = new Map<string, string[]>()
  for (const [axis = '', score = ''] of tableAt(scan, at)?.rows ?? []) {
    const name = bare(axis)
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
    scores.set(name, [...(scores.get(name) ?? []), bare(score)])
  }
  return readConfidence((name) => (scores.get(name)?.length === 1 ? scores.get(name)?.[0] : undefined))
}

function nextConfidenceHeading({ lines, kinds }: Scan, from: number): number {
  for (let at = from; at < lines.length; at++) {
    if (kinds[at] === 'text' && CONFIDENCE_HEADING.test(lines[at] ?? '')) return at
  }
  return -1
}

function bare(cell: string): string {
  return cell.replaceAll(/[*`]/g, '').trim()
}
