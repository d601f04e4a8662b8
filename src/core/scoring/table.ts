import { scoring } from '../../policy/scoring.ts'
import { type Figures, figuresOf } from './figures.ts'
import type { RunScore, ScoreRow } from './row.ts'

/** One line of the table: a reviewer, a model, or both. */
export interface Entry extends Figures {
  reviewer: string | null
  model: string | null
  /** The score of each run, oldest first; `null`: that run says nothing. */
  history: (number | null)[]
  trend: { last: number | null; before: number | null }
  /** When the last of these runs ended. */
  last: string
}

export interface ScoreTable {
  runs: number
  /** By reviewer and model. */
  entries: Entry[]
  reviewers: Entry[]
  models: Entry[]
}

/** `runs` in the order in which they ended. */
export function tableOf(runs: RunScore[]): ScoreTable {
  const rows = runs.flatMap(({ rows, run_id, ended }) => rows.map((row) => ({ row, run: run_id, ended })))
  const by = (nameOf: (row: ScoreRow) => Pick<Entry, 'reviewer' | 'model'>) => {
    const groups = grouped(rows, ({ row }) => JSON.stringify(nameOf(row)))
    const entries = groups.map((group) => entryOf(nameOf(group[0]!.row), group))
    return entries.sort(byName)
  }
  return {
    runs: new Set(rows.map(({ run }) => run)).size,
    entries: by(({ reviewer, model }) => ({ reviewer, model })),
    reviewers: by(({ reviewer }) => ({ reviewer, model: null })),
    models: by(({ model }) => ({ reviewer: null, model })),
  }
}

interface Placed {
  row: ScoreRow
  run: string
  ended: string
}

function entryOf(name: Pick<Entry, 'reviewer' | 'model'>, placed: Placed[]): Entry {
  const runs = grouped(placed, ({ run }) => run).map((group) => group.map(({ row }) => row))
  const reviewed = runs.filter((rows) => rows.some(({ reviews }) => reviews > 0))
  const [before, last] = [reviewed.slice(0, -scoring.trendRuns), reviewed.slice(-scoring.trendRuns)]
  const figures = figuresOf(placed.map(({ row }) => row))
  return {
    ...name,
    ...figures,
    // Several reviewers of one model in one run are one run.
    runs: reviewed.length,
    history: reviewed.map((rows) => figuresOf(rows).score),
    last: placed.at(-1)!.ended,
    trend: { last: figuresOf(last.flat()).score, before: figuresOf(before.flat()).score },
  }
}

function byName(a: Entry, b: Entry): number {
  return (a.reviewer ?? '').localeCompare(b.reviewer ?? '') || (a.model ?? '').localeCompare(b.model ?? '')
}

function grouped<T>(all: T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return [...groups.values()]
}
