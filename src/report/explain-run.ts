import { msBetween } from '../core/decide/instants.ts'
import { openGates } from '../core/open-gates.ts'
import type { RunState, StepState } from '../core/state.ts'
import { detectors } from '../detectors/index.ts'
import { type NextStep, nextSteps } from './next-steps.ts'
import { openLines } from './open-findings.ts'
import { type Reading, runStanding, WHOLE } from './run-standing.ts'
import { signalStory } from './signal-story.ts'
import { counts, duration, plural, roleTitle, spent } from './words.ts'

/** A run retold for somebody who was not there. Plain data: the text and `--json` both come from it. */
export interface Story {
  run_id: string
  task: string
  asked: string[]
  happened: string[]
  seen: string[]
  tried: string[]
  cost: {
    calls: number
    duration_ms: number
    usd: number
    tokens: number
    unknown_calls: number
    text: string
  }
  ended: {
    status: string
    exit_code: number | null
    reason: string
    means: string | null
    evidence: string[]
  }
  open: string[]
  next: NextStep[]
}

/** No progress: the loop's breaker ended it. */
const EXIT_STAGNATION = 23

export function storyOf(state: RunState, reading: Reading = WHOLE): Story {
  const start = state.start!
  return {
    run_id: state.runId,
    task: start.task,
    asked: asked(state),
    happened: happened(state),
    ...signalStory(state),
    cost: cost(state),
    ended: ended(state, reading),
    open: openLines(state),
    next: next(state, reading),
  }
}

function asked({ start, maxCycles }: RunState): string[] {
  const { strategy, workflow, verify, target, live, review } = start!
  if (review) return [`a review of ${review.what}, workflow ${workflow}; nothing is made and nothing lands`]
  const rounds = strategy === 'pdca' ? `, at most ${plural(maxCycles, 'cycle')}` : ''
  const checks = [verify.test ?? [], verify.acceptance].flat()
  return [
    live
      ? `a loop in a live session of ${live.host}: ${live.session}`
      : `strategy ${strategy}, workflow ${workflow}${rounds}, to land on ${target}`,
    checks.length > 0 ? `checked by: ${checks.join(', ')}` : 'nothing to check it with was found',
  ]
}

/** One line a cycle: who was called, and what came of it. */
function happened(state: RunState): string[] {
  const byCycle = new Map<number, string[]>()
  for (const step of Object.values(state.steps)) {
    const { cycle } = step.identity
    byCycle.set(cycle, [...(byCycle.get(cycle) ?? []), stepWords(state, step)])
  }
  const several = byCycle.size > 1
  return [...byCycle].map(([cycle, words]) => `${several ? `cycle ${cycle}: ` : ''}${words.join(', ')}`)
}

function stepWords(state: RunState, step: StepState): string {
  const title = roleTitle(step.role, state.start)
  const review = state.reviews[step.id]
  if (review) return `${title} ${[review.verdict, counts(review.effective)].filter(Boolean).join(' with ')}`
  const work = state.collected[step.id]
  if (work) return `${title} changed ${plural(work.files.length + work.more_files, 'file')}`
  if (step.failure) return `${title} failed (${step.failure.cause})`
  return `${title} ${step.outcome === 'complete' ? 'done' : step.outcome}`
}

function cost(state: RunState): Story['cost'] {
  const calls = Object.values(state.calls).reduce((sum, each) => sum + each, 0)
  const duration_ms = msBetween(state.startedAt, state.endedAt ?? state.lastAt)
  const { usd, tokens, unknown_calls } = state.spend
  const text = `${plural(calls, 'call')} of agents, ${duration(duration_ms)}, ${spent(state.spend)}, ${tokens.toLocaleString('en')} tokens`
  return { calls, duration_ms, usd, tokens, unknown_calls, text }
}

function ended(state: RunState, reading: Reading): Story['ended'] {
  const standing = runStanding(state, reading)
  const { status } = standing
  const reason = standing.kind === 'running' ? 'it has not ended; its log and work are kept' : standing.reason
  if (standing.kind === 'ended')
    return { status, exit_code: state.ended!.exit_code, reason, ...whyEnded(state) }
  const evidence = standing.kind === 'waiting' ? openGates(state)[0]!.evidence : []
  return { status, exit_code: null, reason, means: null, evidence }
}

/** What to do would follow from what cannot be read; and a run that somebody works on needs nobody else. */
function next(state: RunState, reading: Reading): NextStep[] {
  const isAtWork = runStanding(state, reading).kind === 'running' && !state.start!.live
  return reading.damaged || isAtWork ? [] : nextSteps(state)
}

/** The rules that ended it, a break's or the breaker's, and what they saw. */
function whyEnded({ ended: end, broken, breaker }: RunState): Pick<Story['ended'], 'means' | 'evidence'> {
  const stuck = end?.exit_code === EXIT_STAGNATION
  const ids = broken ? [broken.detector] : stuck ? breaker.signals : []
  const rules = detectors.filter(({ id }) => ids.includes(id))
  const means = rules.map(({ notices, correction }) => `${notices}. ${correction}`).join(' Also: ') || null
  return { means, evidence: broken?.evidence ?? (stuck ? breaker.evidence : []) }
}
