import { known } from '../budget.ts'
import type { EventData, Usage, WiggumEvent } from '../events.ts'
import { findingNumbers } from '../findings.ts'
import { applyEvent } from '../fold.ts'
import { isReviewer } from '../reviewers.ts'
import { ADOPTED, initialState, type RunState } from '../state.ts'
import { type Fate, fatesOf, isProven, lastHead, type Story } from './fates.ts'
import { issuesOf, modelName, playedReviews } from './issues.ts'
import type { RunScore, ScoreRow } from './row.ts'

/** A run on its way to its scores: what the log holds besides the state. */
export interface Scoring {
  state: RunState
  works: EventData['work.collected'][]
  calls: { reviewer: string; model: string; usage: Usage }[]
}

export interface ScoredRun extends RunScore {
  fates: Fate[]
}

export function beginScoring(runId = ''): Scoring {
  return { state: initialState(runId), works: [], calls: [] }
}

export function noteForScore(scoring: Scoring, event: WiggumEvent): void {
  applyEvent(scoring.state, event)
  if (event.type === 'work.collected') scoring.works.push(event.data)
  if (event.type === 'agent.complete' || event.type === 'agent.failed' || event.type === 'agent.timeout')
    noteCall(scoring, event.data)
}

function noteCall({ state, calls }: Scoring, data: { step: string; archetype: string; usage: Usage }): void {
  const step = state.steps[data.step]
  if (!step || step.agent === ADOPTED || !isReviewer(state.start, data.archetype)) return
  calls.push({ reviewer: data.archetype, model: modelName(step), usage: data.usage })
}

/** `null`: it has not ended, so there is nothing to score yet. */
export function scoreRun({ state, works, calls }: Scoring): ScoredRun | null {
  if (!state.ended || !state.endedAt) return null
  // Nobody could have fixed what a review alone found, so whether it was right does not show.
  if (state.start?.review) return unscored(state, state.ended.status, state.endedAt)
  const played = playedReviews(state)
  const numberOf = findingNumbers()
  const issues = issuesOf(played, state.downgrades, numberOf)
  const story: Story = { state, played, works, issues, numberOf }
  const fates = fatesOf(story)
  const keys = new Map(
    [...played, ...calls].map(({ reviewer, model }) => [`${reviewer}\n${model}`, { reviewer, model }]),
  )
  const rows = [...keys.values()].map((who) => ({
    ...who,
    ...countsOf(fates.filter(({ issue }) => isOf(issue, who))),
    ...costOf(calls.filter((call) => isOf(call, who))),
    reviews: played.filter((each) => isOf(each, who)).length,
    exit: exitOf(story, who, fates),
  }))
  return {
    run_id: state.runId,
    ended: state.endedAt,
    status: state.ended.status,
    rows: rows.sort(byName),
    fates,
  }
}

function unscored({ runId }: RunState, status: string, ended: string): ScoredRun {
  return { run_id: runId, ended, status, rows: [], fates: [] }
}

type Who = Pick<ScoreRow, 'reviewer' | 'model'>

function isOf(one: Who, other: Who): boolean {
  return one.reviewer === other.reviewer && one.model === other.model
}

function byName(a: Who, b: Who): number {
  return a.reviewer.localeCompare(b.reviewer) || a.model.localeCompare(b.model)
}

function countsOf(
  fates: Fate[],
): Pick<ScoreRow, 'raised' | 'fixed' | 'confirmed' | 'useful' | 'contradicted' | 'undecided'> {
  const count = (wanted: (fate: Fate) => boolean) => fates.filter(wanted).length
  return {
    raised: fates.length,
    fixed: count(({ fixed }) => fixed),
    confirmed: count(({ confirmed }) => confirmed.length > 0),
    useful: count(({ fixed, confirmed }) => fixed || confirmed.length > 0),
    contradicted: count(({ contradicted }) => contradicted !== null),
    undecided: count(({ undecided }) => undecided),
  }
}

/** Every call counts, also those that failed. One that does not say what it cost makes the sum unknown. */
function costOf(calls: Scoring['calls']): Pick<ScoreRow, 'usd' | 'estimated'> {
  const costs = calls.map(({ usage }) => (usage.partial ? null : known(usage.cost_usd)))
  const usd = costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)
  return {
    usd: calls.length > 0 ? usd : null,
    estimated: calls.some(({ usage }) => usage.cost_estimated === true),
  }
}

/**
 * Led to the end: it approved what was proven, or what it found was fixed on the way there. Held it up: it had its say about the
 * last change, and that was no approval. Whoever was not asked about the last change had no part in it.
 */
function exitOf(story: Story, who: Who, fates: Fate[]): boolean | null {
  const last = lastHead(story)
  const verdicts = story.played.flatMap((each) =>
    isOf(each, who) && each.review.head === last ? [each.review.verdict] : [],
  )
  if (!isProven(story.state)) return verdicts.includes('REJECTED') ? false : null
  if (fates.some(({ issue, fixed }) => fixed && isOf(issue, who))) return true
  return verdicts.length === 0 ? null : verdicts.includes('APPROVED')
}
