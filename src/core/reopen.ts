import { charge } from './charge.ts'
import type { Usage } from './events.ts'
import { minutesAtWork } from './minutes-at-work.ts'
import type { RunState, StepState } from './state.ts'

const UNKNOWN: Usage = { input_tokens: null, output_tokens: null, cost_usd: null, turns: null }

/** A resumed run goes on: its old ending, and what that ending was about, no longer stand. */
export function reopen(state: RunState): void {
  const exit = state.ended?.exit_code
  // Nobody has been told of a break that was cut off before the run ended: it ends now.
  if (state.ended) pardon(state)
  // An ended run's folders are gone, and the merge that was built there with them. It is built again.
  if (state.ended) state.merge = null
  // What was red may have been so for a reason outside, which was put right meanwhile.
  if (exit === 12) state.verified = onlyGreen(state.verified)
  if (state.reverted && !state.reverted.commit) state.reverted = null
  state.resumes += 1
  state.ended = null
  state.endedAt = null
  state.interrupted = null
  state.failedCalls = []
  state.troubles = onlyLimits(state.troubles)
  state.refused = null
  // Whoever resumes a run that stood still has looked into it: one pass shows whether that helped.
  if (exit === 23) state.breaker = { ...state.breaker, state: 'HALF_OPEN', since: state.breaker.looked }
  state.conflict = null
  if (exit === 11) state.mergeAllowed = true
  // The one ending with 0 that leaves something to do: a dry run's plan.
  if (exit === 0) state.goesOn = true
  // A hook that stopped the run is asked again: what it checks may have been put right.
  if (exit === 12) state.hooks = {}
  if (exit === 10 || exit === 12 || exit === 21 || exit === 22 || exit === 23) {
    state.maxRounds = Math.max(state.maxRounds, state.round + 1)
    state.timeFrom = minutesAtWork(state, state.lastAt ?? '')
    state.maxCycles = Math.max(state.maxCycles, state.cycle + 1)
  }
  for (const step of Object.values(state.steps)) {
    // It was under way when the supervisor died: what it cost nobody said.
    if (step.outcome === 'running') charge(state, UNKNOWN)
    if (exit !== undefined) letTryAgain(step, exit)
  }
}

/** Whoever resumes a run that had ended asks for another attempt. One that waited, or was cut off, only goes on. */
function letTryAgain(step: StepState, exit: number): void {
  if (step.outcome === 'failed' || step.outcome === 'timeout') step.failures = {}
  // A budget may end the run before the blocker does, and the work's folder is gone all the same.
  if (step.contract?.status !== 'BLOCKED' || (exit !== 14 && exit !== 24)) return
  step.outcome = 'failed'
  step.failures = {}
}

function pardon(state: RunState): void {
  const { broken, cycle } = state
  if (broken?.detector) state.pardons.push({ detector: broken.detector, cycle })
  state.broken = null
}

/** A limit stands until the instant it was said to end. What else was in the way may have been put right. */
function onlyLimits(all: RunState['troubles']): RunState['troubles'] {
  return Object.fromEntries(
    Object.entries(all).filter(([, { cause, retryAt }]) => cause === 'limit' && retryAt !== null),
  )
}

function onlyGreen(all: RunState['verified']): RunState['verified'] {
  return Object.fromEntries(
    Object.entries(all).filter(([, { green, kind }]) => green || /^(?:proof|canary|sabotage)/.test(kind)),
  )
}
