import { shiftTier } from '../../policy/models.ts'
import { scoring } from '../../policy/scoring.ts'
import { plural } from '../plural.ts'
import type { Entry, ScoreTable } from './table.ts'

/** What the figures suggest about a reviewer. Nobody does it but a person. */
export interface Advice {
  reviewer: string
  what: 'leave-out' | 'stronger-model' | 'cheaper-model' | 'move'
  /** The model that is played now, and the one of the next tier where that is known. */
  model: string
  to: string | null
  /** In figures. */
  why: string
}

/** The Guardian is in every workflow, and always first. */
const ALWAYS_THERE = 'guardian'

/** At most one a reviewer, and none before its tenth run: few runs say nothing. `tiers`: model names, weakest first. */
export function adviceOf({ entries, reviewers }: ScoreTable, tiers: string[]): Advice[] {
  return reviewers.flatMap((all) => {
    if (all.runs < scoring.adviceRuns) return []
    const played = entries.filter(({ reviewer }) => reviewer === all.reviewer)
    const now = played.toSorted((a, b) => a.last.localeCompare(b.last)).at(-1)
    return now ? (leaveOut(all, now) ?? otherModel(now, tiers) ?? lookLess(all, now, tiers) ?? []) : []
  })
}

function leaveOut(all: Entry, now: Entry): Advice | null {
  const { signal } = all.dimensions
  if (all.reviewer === ALWAYS_THERE || !hasEnough(all) || signal! >= scoring.leaveOutSignal) return null
  return advice(
    now,
    'leave-out',
    `${usefulWords(all)}, signal ${two(signal!)} is below ${two(scoring.leaveOutSignal)}`,
  )
}

/** By what it did with that model, so that a change of model starts anew. */
function otherModel(now: Entry, tiers: string[]): Advice | null {
  if (now.runs < scoring.adviceRuns || !hasEnough(now)) return null
  const { signal, accuracy, cost } = now.dimensions
  if (signal! < scoring.strongerSignal)
    return stronger(
      now,
      tiers,
      `${usefulWords(now)}, signal ${two(signal!)} is below ${two(scoring.strongerSignal)}`,
    )
  if (accuracy! < scoring.strongerAccuracy)
    return stronger(
      now,
      tiers,
      `${now.contradicted} of ${now.raised} contradicted, accuracy ${two(accuracy!)} is below ${two(scoring.strongerAccuracy)}`,
    )
  const isGood = signal! >= scoring.cheaperSignal && accuracy! >= scoring.cheaperAccuracy
  if (!isGood || cost === null || cost >= scoring.cheaperCost) return null
  const figures = `signal ${two(signal!)}, accuracy ${two(accuracy!)}, but cost efficiency ${two(cost)} is below ${two(scoring.cheaperCost)}`
  return cheaper(now, tiers, figures)
}

/** It finds nothing, or nothing of its own: no fault of its, and no reason to ask it every time. */
function lookLess(all: Entry, now: Entry, tiers: string[]): Advice | null {
  if (all.raised === 0) {
    const why = `${plural(all.runs, 'run')} and no finding${all.usd > 0 ? `, for $${all.usd.toFixed(2)}` : ''}`
    return all.reviewer === ALWAYS_THERE ? cheaper(now, tiers, why) : advice(now, 'move', why)
  }
  const isEcho = all.useful > 0 && all.confirmed / all.useful >= scoring.echoShare
  if (!isEcho || !hasEnough(all) || all.reviewer === ALWAYS_THERE) return null
  return advice(
    now,
    'move',
    `${all.confirmed} of ${plural(all.useful, 'useful finding')} were raised by others as well`,
  )
}

function hasEnough({ raised, undecided }: Entry): boolean {
  return raised - undecided >= scoring.adviceFindings
}

function usefulWords({ useful, raised, undecided, runs }: Entry): string {
  return `${useful} of ${plural(raised - undecided, 'finding')} useful in ${plural(runs, 'run')}`
}

/** `null` where it plays the strongest that we know of. */
function stronger(now: Entry, tiers: string[], why: string): Advice | null {
  if (tiers.at(-1) === now.model) return null
  return { ...advice(now, 'stronger-model', why), to: neighbour(now, tiers, 1) }
}

function cheaper(now: Entry, tiers: string[], why: string): Advice | null {
  if (tiers[0] === now.model) return null
  return { ...advice(now, 'cheaper-model', why), to: neighbour(now, tiers, -1) }
}

function neighbour({ model }: Entry, tiers: string[], by: number): string | null {
  const next = shiftTier(tiers, model, by)
  return next === model ? null : next
}

function advice({ reviewer, model }: Entry, what: Advice['what'], why: string): Advice {
  return { reviewer: reviewer!, what, model: model!, to: null, why }
}

function two(value: number): string {
  return value.toFixed(2)
}
