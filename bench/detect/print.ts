import type { Line, Report } from './report.ts'

const COLUMNS = [
  'recall',
  'falseHalts',
  'harmful',
  'saved',
  'netSaved',
  'nudgeRecall',
  'falseNudges',
  'cutRecall',
] as const
const HEADINGS = [
  '',
  'recall',
  'false halts',
  'harmful',
  'tokens saved',
  'net of false',
  'told',
  'falsely told',
  'recall of all cut',
]

export function reportText(report: Report): string {
  return [
    Object.entries(report.counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(' · '),
    ...report.sections.map(
      ({ title, lines }) => `## ${title}\n\n${table([HEADINGS, ...lines.map(lineCells)])}`,
    ),
    `## each model (false halts and recall at its own limits; worst with at least 20 successes: ${report.worst ? `${report.worst.name}, ${percent(report.worst.falseHalts)}` : 'none'})\n\n${table([['model', 'successes', 'false halts', 'exhausted', 'recall'], ...report.models.map((model) => [model.name, String(model.successes), percent(model.falseHalts), String(model.failures), percent(model.recall)])])}`,
    `## false completion, by the trace alone\n\n${table([['', 'AUC', '95 %', 'found at ≤ 10 % accused', 'finished', 'wrong'], ...report.completion.map((each) => [each.name, each.area.toFixed(3), `${each.range[0].toFixed(2)}–${each.range[1].toFixed(2)}`, percent(each.found), String(each.runs), String(each.wrong)])])}`,
    ...report.calibration.map(
      ({ name, error, rows }) =>
        `## calibration: ${name}: error ${error.toFixed(3)}\n\n${table([['said', 'came true', 'runs'], ...rows.map(({ mean, seen, count }) => [percent(mean), percent(seen), String(count)])])}`,
    ),
    ...(report.ablation.length > 0
      ? [
          `## ablation, unseen instances\n\n${table([['', 'recall at ≤ 2 %', 'told at ≤ 5 %', 'AUC at finish'], ...report.ablation.map((row) => [row.name, percent(row.recall), percent(row.nudge), row.area.toFixed(3)])])}`,
        ]
      : []),
  ].join('\n\n')
}

function lineCells({ name, figures, ranges }: Line): string[] {
  return [
    name,
    ...COLUMNS.map((key) => {
      const range = ranges[key]
      const around =
        range && (key === 'recall' || key === 'falseHalts' || key === 'saved' || key === 'nudgeRecall')
      return around
        ? `${percent(figures[key])} (${short(range[0])}–${short(range[1])})`
        : percent(figures[key])
    }),
  ]
}

function percent(value: number): string {
  return Number.isNaN(value) ? '–' : `${(value * 100).toFixed(1)} %`
}

function short(value: number): string {
  return (value * 100).toFixed(0)
}

function table(rows: string[][]): string {
  const [head = [], ...rest] = rows
  return [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rest]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}
