import type { Config } from '../../config/schema.ts'
import type { EventData, EventOf } from '../events.ts'
import { moveBreaker } from '../fold-breaker.ts'
import { applyCorrection, noteSignal } from '../fold-signals.ts'
import { minutesAtWork } from '../minutes-at-work.ts'
import type { RunState } from '../state.ts'
import { type ConclusionDraft, isMore } from './conclusions.ts'

/** What a policy has concluded by itself, in place of what the log says was concluded. */
export interface Own {
  signals: RunState['signals']
  corrections: RunState['corrections']
  breaker: RunState['breaker']
  alerts: RunState['alerts']
  broken: RunState['broken']
  budgetSeen: number
  timeFrom: number
  /** Decisions that gave the loop more. */
  more: EventData['decision'][]
}

export function ownFrom(state: RunState): Own {
  return {
    signals: [...state.signals],
    corrections: [...state.corrections],
    breaker: state.breaker,
    alerts: state.alerts.map((alert) => ({ ...alert, told: [...alert.told] })),
    broken: state.broken,
    budgetSeen: state.budgetSeen,
    timeFrom: state.timeFrom,
    more: state.decisions.filter(isMore),
  }
}

/**
 * Looks at the state as it would be under another start and with other conclusions. The facts are shared, and nothing of
 * this is left in the state afterwards: a copy for each event would cost more than all the rules together.
 */
export function seenAs<T>(
  state: RunState,
  { start, own }: { start: EventData['run.start']; own: Own | null },
  ask: () => T,
): T {
  const { signals, corrections, breaker, alerts, broken, budgetSeen, timeFrom, decisions } = state
  const { start: recorded, maxRounds, maxCycles, recalls, reviews, collected, downgrades } = state
  state.start = start
  state.maxCycles = cyclesUnder(state, recorded!, start)
  state.maxRounds = roundsUnder(state, recorded!, { start, own })
  if (own) putIn(state, own)
  try {
    return ask()
  } finally {
    if (own) takeOut(state, own)
    state.start = recorded
    Object.assign(state, { signals, corrections, breaker, alerts, broken, budgetSeen, timeFrom, decisions })
    Object.assign(state, { maxRounds, maxCycles, recalls, reviews, collected, downgrades })
  }
}

function putIn(state: RunState, own: Own): void {
  const { more, ...rest } = own
  Object.assign(state, rest)
  if (more.length > 0 || state.decisions.some(isMore))
    state.decisions = [...state.decisions.filter((each) => !isMore(each)), ...more]
}

function takeOut(state: RunState, own: Own): void {
  const { signals, corrections, breaker, alerts, broken, budgetSeen, timeFrom } = state
  Object.assign(own, { signals, corrections, breaker, alerts, broken, budgetSeen, timeFrom })
}

/** More cycles that came with a more thorough workflow, or with a resume, come under any policy. */
function cyclesUnder(
  { maxCycles }: RunState,
  recorded: EventData['run.start'],
  start: EventData['run.start'],
): number {
  if (recorded.max_cycles === start.max_cycles) return maxCycles
  return maxCycles > recorded.max_cycles ? Math.max(maxCycles, start.max_cycles) : start.max_cycles
}

function roundsUnder(
  { maxRounds, decisions }: RunState,
  recorded: EventData['run.start'],
  { start, own }: { start: EventData['run.start']; own: Own | null },
): number {
  const before = recorded.loop?.max_passes ?? 0
  const now = start.loop?.max_passes ?? 0
  if (before === now && own === null) return maxRounds
  const given = (all: EventData['decision'][]) => 1 + all.filter(({ what }) => what === 'more-passes').length
  const recordedTimes = given(decisions)
  return maxRounds - before * recordedTimes + now * (own ? given(own.more) : recordedTimes)
}

/** A conclusion of its own, while the state is seen so. */
export function conclude(state: RunState, { more }: Own, event: ConclusionDraft): void {
  const { type, data } = event
  const stamped = { ...event, seq: state.seq, ts: state.lastAt ?? '' }
  switch (type) {
    case 'shadow.detected':
      return noteSignal(state, stamped as EventOf<'shadow.detected'>)
    case 'correction.applied':
      return correct(state, stamped as EventOf<'correction.applied'>)
    case 'breaker.transition':
      return moveBreaker(state, stamped as EventOf<'breaker.transition'>)
    case 'budget.threshold':
      state.budgetSeen = Math.max(state.budgetSeen, data.percent)
      return
    case 'wiggum.break':
      state.broken = data
      return
    case 'decision':
      more.push(data)
      state.decisions = [...state.decisions, data]
      if (data.what === 'more-time') state.timeFrom = minutesAtWork(state, stamped.ts)
      else state.maxRounds += state.start?.loop?.max_passes ?? 1
  }
}

/** Only while the state is seen so does the corrected step not stand: whether it was called again, the log says. */
function correct(state: RunState, event: EventOf<'correction.applied'>): void {
  state.recalls = { ...state.recalls }
  state.reviews = { ...state.reviews }
  state.collected = { ...state.collected }
  state.downgrades = { ...state.downgrades }
  applyCorrection(state, event)
}

export function policyOf({ policy }: EventData['run.start']): Config {
  // `run.start` holds the resolved configuration as plain data; it was checked when it was loaded.
  return policy as unknown as Config
}
