import type { WiggumEvent } from './events.ts'
import { fold } from './fold.ts'
import { reviewsAbout } from './reviews-about.ts'
import type { Review, RunState } from './state.ts'

/** How votes are to be weighed. Who is not named has weight 1. */
export interface Weighing {
  weights: Record<string, number>
  /** From this share of the weight on, it blocks. */
  threshold: number
  without: string[]
}

export type Outcome = 'block' | 'pass'

export interface Vote {
  reviewer: string
  verdict: Review['verdict']
  /** Findings that count and are CRITICAL. */
  criticals: number
  blocks: boolean
  weight: number
  left_out: boolean
  /** Without this one the weighted outcome would be the other. */
  sways: boolean
}

/** One head that reviewers looked at. */
export interface WhatIf {
  head: string
  votes: Vote[]
  /** `null`: nobody with any weight is left. */
  score: number | null
  weighted: Outcome
  /** By the rule as it is: one veto of anybody who reviewed is enough, also of one who is left out. */
  strict: Outcome
  /** What the run did after it; `null`: its log ends there. */
  really: { seq: number; what: string } | null
}

/** Sums of weights are inexact: one of three equal ones must reach a third. */
const ROUNDING = 1e-9

/** What the recorded verdicts would have come to with other weights. Nobody is asked again. */
export function whatIf(events: WiggumEvent[], weighing: Weighing): WhatIf[] {
  const state = fold(events)
  const heads = [...new Set(Object.values(state.reviews).map(({ head }) => head))]
  return heads.map((head) => {
    const votes = votesAbout(state, head, weighing)
    const counted = votes.filter((vote) => !vote.left_out)
    const score = blockScore(counted)
    const weighted = outcomeOf(score, weighing.threshold)
    return {
      head,
      votes: votes.map((vote) => ({ ...vote, sways: sways(counted, vote, weighing.threshold) })),
      score,
      weighted,
      strict: votes.some(({ blocks }) => blocks) ? 'block' : 'pass',
      really: whatFollowed(events, head),
    }
  })
}

/** The weight of those that block, of the weight of all. */
export function blockScore(votes: Pick<Vote, 'weight' | 'blocks'>[]): number | null {
  const most = Math.max(0, ...votes.map(({ weight }) => weight))
  if (most === 0) return null
  // Against the largest, so that no sum of huge ones overflows.
  const sum = (some: typeof votes) => some.reduce((all, { weight }) => all + weight / most, 0)
  return sum(votes.filter(({ blocks }) => blocks)) / sum(votes)
}

export function outcomeOf(score: number | null, threshold: number): Outcome {
  return score !== null && score > 0 && score >= threshold - ROUNDING ? 'block' : 'pass'
}

/** Everyone who gave a verdict on some head of the run, each once. */
export function reviewersOf(events: WiggumEvent[]): string[] {
  return [...new Set(Object.values(fold(events).reviews).map(({ role }) => role))].sort()
}

function votesAbout(state: RunState, head: string, { weights, without }: Weighing): Vote[] {
  const last = new Map(reviewsAbout(state, head).map((review) => [review.role, review]))
  return [...last.values()].map(({ role, verdict, effective }) => {
    const criticals = effective.filter(({ severity }) => severity === 'CRITICAL').length
    return {
      reviewer: role,
      verdict,
      criticals,
      blocks: verdict !== 'APPROVED' || criticals > 0,
      weight: Object.hasOwn(weights, role) ? weights[role]! : 1,
      left_out: without.includes(role),
      sways: false,
    }
  })
}

function sways(counted: Vote[], vote: Vote, threshold: number): boolean {
  if (vote.left_out) return false
  const others = counted.filter(({ reviewer }) => reviewer !== vote.reviewer)
  return outcomeOf(blockScore(others), threshold) !== outcomeOf(blockScore(counted), threshold)
}

/** The first thing that shows whether it went on, back, or to a person, after the last word about this head. */
function whatFollowed(events: WiggumEvent[], head: string): WhatIf['really'] {
  const said = events.findLastIndex(({ type, data }) => type === 'review.verdict' && data.head === head)
  for (const event of events.slice(said + 1)) {
    const what = turn(event)
    if (what !== null) return { seq: event.seq, what }
  }
  return null
}

function turn({ type, data }: WiggumEvent): string | null {
  switch (type) {
    case 'decision':
      return data.what === 'fix-round' || data.what === 'next-pass' ? `back to work: ${data.chosen}` : null
    case 'cycle.boundary':
      return `back to work: cycle ${data.cycle + 1}`
    case 'gate.opened':
      return `a person was asked: ${data.kind}`
    case 'wiggum.break':
      return `${data.kind} break: ${data.trigger}`
    case 'land.start':
      return 'landed'
    case 'run.complete':
      return `the run ended: ${data.status}`
    default:
      return null
  }
}
