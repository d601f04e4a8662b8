import type { Fate } from '../core/scoring/fates.ts'
import { type Figures, figuresOf } from '../core/scoring/figures.ts'
import type { RunScore, ScoreRow } from '../core/scoring/row.ts'
import { columns } from './columns.ts'
import { scoreOrDash } from './score-lines.ts'
import { money, oneLine, plural } from './words.ts'

/** One run's scores, and where each figure comes from. `fates`: `null` where its log is gone. */
export function runScoreLines(run: RunScore, fates: Fate[] | null): string[] {
  const lines = [`Run ${run.run_id}, ${run.status}`]
  if (run.rows.length === 0) lines.push('Nothing to score: nobody reviewed it, or it was a review alone.')
  for (const row of run.rows) {
    const own = fates?.filter(({ issue }) => issue.reviewer === row.reviewer && issue.model === row.model)
    lines.push('', ...rowLines(row, own ?? []))
  }
  if (!fates) lines.push('', 'Its log is gone: the figures are what was written down when it ended.')
  return lines
}

function rowLines(row: ScoreRow, fates: Fate[]): string[] {
  const figures = figuresOf([row])
  const { dimensions: d } = figures
  const cells = [
    ['signal', scoreOrDash(d.signal), signalWords(row)],
    [
      'fix',
      scoreOrDash(d.fix),
      d.fix === null ? 'no finding to tell it by' : `${row.fixed} fixed, and the fix was kept`,
    ],
    ['cost', scoreOrDash(d.cost), costWords(row, figures)],
    [
      'accuracy',
      scoreOrDash(d.accuracy),
      row.raised === 0 ? 'no finding to tell it by' : `${row.contradicted} of ${row.raised} contradicted`,
    ],
    ['impact', scoreOrDash(d.impact), exitWords(row.exit)],
  ]
  return [
    `${oneLine(row.reviewer, 60)} with ${oneLine(row.model, 60)}: ${scoreOrDash(figures.score)}`,
    ...columns(cells).map((line) => `  ${line}`),
    ...fates.map((fate) => `  · ${fateWords(fate)}`),
  ]
}

function signalWords({ raised, undecided, useful, reviews }: ScoreRow): string {
  if (raised === 0) return `${plural(reviews, 'review')} without a CRITICAL or WARNING: nothing to tell it by`
  const open = undecided > 0 ? `, ${undecided} more undecided` : ''
  return `${useful} of ${raised - undecided} useful${open}`
}

function costWords({ usd, estimated, useful }: ScoreRow, { dimensions }: Figures): string {
  if (usd === null) return 'not known what it cost'
  const spent = money(usd, estimated)
  return dimensions.cost === null
    ? `${spent}, and no finding to tell it by`
    : `${plural(useful, 'useful finding')} for ${spent}`
}

function exitWords(exit: boolean | null): string {
  if (exit === null) return 'it was not asked about the last change, or something else ended the run'
  return exit
    ? 'it approved what was proven, or what it found was fixed on the way there'
    : 'it did not approve the last change'
}

function fateWords(fate: Fate): string {
  const { file, severity, description } = fate.issue.wordings[0]!
  return `${severity} ${oneLine(file ?? 'no file', 100)}: ${oneLine(description, 100)} (${whatBecame(fate)})`
}

function whatBecame({ fixed, confirmed, contradicted, undecided }: Fate): string {
  const parts = [fixed ? 'fixed' : '', confirmed.length > 0 ? `also raised by ${confirmed.join(', ')}` : '']
  const useful = parts.filter(Boolean).join(', ')
  if (useful) return oneLine(useful, 200)
  if (contradicted !== null) return `contradicted by ${oneLine(contradicted, 200)}`
  return undecided ? 'undecided: the run ended before it could show' : 'left standing, or gone without a fix'
}
