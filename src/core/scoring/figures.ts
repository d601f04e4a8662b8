import { type Dimension, scoring } from '../../policy/scoring.ts'
import type { ScoreRow } from './row.ts'

/** What rows come to together. `null`: there is nothing to tell it by, which is neither good nor bad. */
export interface Figures {
  runs: number
  raised: number
  useful: number
  fixed: number
  confirmed: number
  contradicted: number
  undecided: number
  /** What is known of it. */
  usd: number
  estimated: boolean
  /** Runs in which a call did not say what it cost. */
  unknown_cost: number
  dimensions: Record<Dimension, number | null>
  score: number | null
}

export const DIMENSIONS = Object.keys(scoring.weights) as Dimension[]

export function figuresOf(rows: ScoreRow[]): Figures {
  const dimensions = dimensionsOf(rows)
  return {
    runs: rows.filter(({ reviews }) => reviews > 0).length,
    raised: sum(rows, 'raised'),
    useful: sum(rows, 'useful'),
    fixed: sum(rows, 'fixed'),
    confirmed: sum(rows, 'confirmed'),
    contradicted: sum(rows, 'contradicted'),
    undecided: sum(rows, 'undecided'),
    usd: usdOf(rows),
    estimated: rows.some(({ estimated }) => estimated),
    unknown_cost: rows.filter(({ usd }) => usd === null).length,
    dimensions,
    score: scoreOf(dimensions),
  }
}

function dimensionsOf(rows: ScoreRow[]): Figures['dimensions'] {
  const decided = sum(rows, 'raised') - sum(rows, 'undecided')
  const raised = sum(rows, 'raised')
  const exits = rows.filter(({ exit }) => exit !== null)
  return {
    signal: share(sum(rows, 'useful'), decided),
    fix: share(sum(rows, 'fixed'), decided),
    cost: costEfficiency(rows),
    accuracy: share(raised - sum(rows, 'contradicted'), raised),
    impact: share(exits.filter(({ exit }) => exit).length, exits.length),
  }
}

/**
 * Useful findings per dollar on a scale that ends at 1. Only runs in which there was something to decide count: who reads good
 * work and finds nothing has wasted nothing.
 */
function costEfficiency(rows: ScoreRow[]): number | null {
  const counted = rows.filter(({ usd, raised, undecided }) => usd !== null && raised > undecided)
  const useful = sum(counted, 'useful')
  return share(useful, useful + usdOf(counted) / scoring.fairUsd)
}

/** Weighted over what is known. Without a finding to judge by there is no score. */
function scoreOf(dimensions: Figures['dimensions']): number | null {
  if (dimensions.signal === null) return null
  const known = DIMENSIONS.filter((name) => dimensions[name] !== null)
  const weight = known.reduce((total, name) => total + scoring.weights[name], 0)
  return known.reduce((total, name) => total + scoring.weights[name] * dimensions[name]!, 0) / weight
}

type Count = 'raised' | 'useful' | 'fixed' | 'confirmed' | 'contradicted' | 'undecided'

function sum(rows: ScoreRow[], key: Count): number {
  return rows.reduce((total, row) => total + row[key], 0)
}

function usdOf(rows: ScoreRow[]): number {
  return rows.reduce((total, { usd }) => total + (usd ?? 0), 0)
}

function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}
