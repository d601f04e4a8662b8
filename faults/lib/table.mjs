import { ROWS } from './cases.mjs'
import { comparable, rowMark } from './judge.mjs'

/** Rows are faults, columns orchestrators; a footnote a cell says what was seen. Markdown, and readable as it is. */
export function table(results) {
  const columns = results.map((result) => ({ ...result, verdicts: comparable(result.verdicts) }))
  const rows = ROWS.filter(({ fault }) =>
    columns.some(({ verdicts }) => verdicts.some((each) => each.fault === fault)),
  )
  const notes = []
  const body = rows.map(({ fault, wants }) => [
    fault,
    wants,
    ...columns.map((column) => cell(column, fault, notes)),
  ])
  const titles = columns.map(({ name, version }) => (version ? `${name} ${version}` : name))
  const count = ['', '**passed**', ...columns.map((column) => passed(column, rows))]
  const lines = [
    ['fault', 'wanted', ...titles],
    ['fault', '', ...titles].map(() => '---'),
    ...body,
    count,
  ].map(line)
  return `${lines.join('\n')}\n\n${notes.join('\n')}\n`
}

function cell({ name, verdicts }, fault, notes) {
  const own = verdicts.filter((each) => each.fault === fault)
  if (own.length === 0) return '–'
  notes.push(`${notes.length + 1}. ${name}, ${fault}: ${own.map(words).join('; ')}.`)
  return `${rowMark(own)} [${notes.length}]`
}

function words({ variant, mark, note }) {
  const what = variant ? `${variant} ${mark}` : mark
  return note ? `${what}: ${note}` : what
}

function passed({ verdicts }, rows) {
  const faults = rows.filter(({ fault }) => fault !== 'honest')
  const marks = faults.map(({ fault }) => rowMark(verdicts.filter((each) => each.fault === fault)))
  const judged = marks.filter((mark) => mark !== 'n.a.')
  return `${judged.filter((mark) => mark !== 'fail').length} of ${judged.length}`
}

function line(cells) {
  return `| ${cells.join(' | ')} |`
}
