import type { Advice } from '../core/scoring/advice.ts'
import { DIMENSIONS } from '../core/scoring/figures.ts'
import type { Entry, ScoreTable } from '../core/scoring/table.ts'
import { columns } from './columns.ts'
import { money, oneLine, plural } from './words.ts'

const HEAD = [
  'runs',
  'findings',
  'useful',
  'signal',
  'fix',
  'cost',
  'accuracy',
  'impact',
  'score',
  'trend',
  'history',
  'spent',
]
const STEPS = '▁▂▃▄▅▆▇█'
const SHOWN_RUNS = 12

/** For a screen. */
export function scoreLines(table: ScoreTable, advice: Advice[]): string[] {
  if (table.runs === 0) return ['No review fits. Scores come from runs that ended and had a reviewer.']
  const lines = columns([
    ['reviewer', 'model', ...HEAD],
    ...table.entries.map((entry) => [name(entry.reviewer), name(entry.model), ...cells(entry)]),
  ])
  const byModel = columns([
    ['model', ...HEAD],
    ...table.models.map((entry) => [name(entry.model), ...cells(entry)]),
  ])
  return [
    ...lines,
    ...(table.models.length > 1 ? ['', ...byModel] : []),
    '',
    ...(advice.length > 0
      ? advice.map(adviceWords)
      : ['Nothing is recommended: that takes 10 runs of a reviewer, and figures that call for it.']),
  ]
}

export function scoreOrDash(value: number | null): string {
  return value === null ? '–' : value.toFixed(2)
}

function cells(entry: Entry): string[] {
  return [
    String(entry.runs),
    String(entry.raised),
    String(entry.useful),
    ...DIMENSIONS.map((dimension) => scoreOrDash(entry.dimensions[dimension])),
    scoreOrDash(entry.score),
    trendWords(entry.trend),
    sparkline(entry.history.slice(-SHOWN_RUNS)),
    spentWords(entry),
  ]
}

function trendWords({ last, before }: Entry['trend']): string {
  if (last === null || before === null) return '–'
  const change = last - before
  return `${change < 0 ? '-' : '+'}${Math.abs(change).toFixed(2)}`
}

/** One bar a run; a dot where it says nothing. */
function sparkline(scores: (number | null)[]): string {
  return scores
    .map((score) =>
      score === null ? '·' : STEPS[Math.min(STEPS.length - 1, Math.floor(score * STEPS.length))],
    )
    .join('')
}

function spentWords({ usd, estimated, unknown_cost: unknown, runs }: Entry): string {
  if (unknown >= runs && usd === 0) return '–'
  return `${money(usd, estimated)}${unknown > 0 ? ` + ${plural(unknown, 'run')} unknown` : ''}`
}

function adviceWords({ reviewer, what, model, to, why }: Advice): string {
  const other = to === null ? '' : `, such as ${name(to)}`
  const words = {
    'leave-out': 'leave it out of your workflows',
    'stronger-model': `try a stronger model than ${name(model)}${other}`,
    'cheaper-model': `try a cheaper model than ${name(model)}${other}`,
    move: 'move it to thorough runs only',
  }
  return `${name(reviewer)}: ${words[what]} (${why})`
}

/** Roles and models are named by the user, or by an agent. */
function name(text: string | null): string {
  return oneLine(text ?? '', 60)
}
