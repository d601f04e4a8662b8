import type { Counterfactual } from '../core/backtest/counterfactual.ts'
import { type Sums, sumUp } from '../core/backtest/sums.ts'
import { columns } from './columns.ts'
import { costWords, timeWords } from './spent-words.ts'
import { plural } from './words.ts'

export interface SweepRow {
  value: string
  told: Counterfactual[]
}

/** One key with several values over the same runs: a table, and the same as a plot. */
export function sweepLines(key: string, rows: SweepRow[]): string[] {
  const all = rows.map(({ value, told }) => ({ value, sums: sumUp(told), own: ownOf(told) }))
  const { runs, succeeded, failed, open } = all[0]!.sums
  const head = `${key} over ${plural(runs, 'run')}: ${succeeded} succeeded, ${failed} did not, ${open} not ended`
  if (all.every(({ sums }) => sums.changed === 0))
    return [head, '', `No value of ${key} changes anything in any of these runs.`]
  return [head, '', ...columns([HEAD, ...all.map(cellsOf)]), '', ...plotLines(all), '', ...NOTES]
}

const HEAD = ['value', 'as it was', 'halts', 'right', 'wrong', 'open', 'if same', 'goes on', 'saved', '', '']
const NOTES = [
  'right: the run came to nothing; wrong: it succeeded later; open: it has not ended. if same: only if agents had done the same.',
  'goes on: halted, and would not have; what follows is not known. saved: after halts that were right.',
]

interface Row {
  value: string
  sums: Sums
  /** Runs that had this value. */
  own: number
}

function ownOf(told: Counterfactual[]): number {
  return told.filter(({ changed }) => changed.length === 0).length
}

function cellsOf({ value, sums, own }: Row): string[] {
  const { halts, right, wrong, undecided, uncertain, goes_on, saved } = sums
  const counts = [own, halts, right, wrong, undecided, uncertain, goes_on].map(String)
  const tokens = `${saved.tokens.toLocaleString('en')} tokens`
  return [value, ...counts, tokens, costWords(saved), timeWords(saved)]
}

const WIDTH = 30

/** Halts as two kinds of letters, so that it is clear without colour; beside them what they save. */
function plotLines(rows: Row[]): string[] {
  const most = Math.max(1, ...rows.map(({ sums }) => sums.right + sums.wrong))
  const mostSaved = Math.max(1, ...rows.map(({ sums }) => sums.saved.tokens))
  const cells = rows.map(({ value, sums }) => {
    const right = barOf('#', sums.right, most)
    const wrong = barOf('x', sums.wrong, most)
    return [value, `|${right}${wrong}`, `|${barOf('=', sums.saved.tokens, mostSaved)}`]
  })
  return columns([['value', 'halts: right #, wrong x', 'tokens saved ='], ...cells])
}

/** Whatever is there at all is seen. */
function barOf(letter: string, count: number, most: number): string {
  return letter.repeat(count === 0 ? 0 : Math.max(1, Math.round((count / most) * WIDTH)))
}
