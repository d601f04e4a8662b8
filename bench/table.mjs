/** A row whose figure is the ratio to something done without wiggum. `goal: null` is information only. */
export function ratioRow(name, { ours, baseline }, goal = null) {
  const ratio = ours / baseline
  return { name, unit: 'ms', ours, baseline, ratio, goal, met: goal === null ? null : ratio <= goal }
}

/** A row whose figure stands alone. */
export function valueRow(name, { ours, unit }, goal = null) {
  return { name, unit, ours, baseline: null, ratio: null, goal, met: goal === null ? null : ours <= goal }
}

const HEADINGS = ['name', 'ours', 'baseline', 'ratio', 'goal', 'met']

export function tableText(rows) {
  const cells = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((row) => row[column].length)))
  const line = (row) => `| ${row.map((cell, at) => pad(cell, widths[at], at > 0)).join(' | ')} |`
  const rule = `|${widths.map((width, at) => (at > 0 ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`
  return [line(HEADINGS), rule, ...cells.slice(1).map(line)].join('\n')
}

function cellsOf({ name, unit, ours, baseline, ratio, goal, met }) {
  const goalText = goal === null ? '' : `≤ ${goal}${ratio === null ? ` ${unit}` : ''}`
  return [
    name,
    `${figure(ours)} ${unit}`,
    baseline === null ? '' : `${figure(baseline)} ${unit}`,
    ratio === null ? '' : ratio.toFixed(2),
    goalText,
    met === null ? '' : met ? 'yes' : 'no',
  ]
}

function figure(value) {
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)
}

function pad(text, width, right) {
  return right ? text.padStart(width) : text.padEnd(width)
}
