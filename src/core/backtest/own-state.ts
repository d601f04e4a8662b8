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
  /** How the run ended last, until it was resumed. */
  exit: number | null
  /** Decisions that gave the loop more. */
  more: EventData['decision'][]
}

/** How often the log gave the loop more: of anything, and of passes. */
export interface Given {
  times: number
  passes: number
}

interface Side {
  start: EventData['run.start']
  own: Own | null
  given: Given
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
    exit: state.ended?.exit_code ?? null,
    more: state.decisions.filter(isMore),
  }
}

/**
 * Looks at the state as it would be under another start and with other conclusions. The facts are shared, and nothing of
 * this is left in the state afterwards: a copy for each event would cost more than all the rules together.
 */
export function seenAs<T>(state: RunState, side: Side, ask: () => T): T {
  const { start, own } = side
  const { signals, corrections, breaker, alerts, broken, budgetSeen, timeFrom, decisions } = state
  const { start: recorded, maxRounds, maxCycles, recalls, reviews, collected, downgrades } = state
  state.start = start
  state.maxCycles = cyclesUnder(state, recorded!, start)
  state.maxRounds = roundsUnder(state, recorded!, side)
  if (own) putIn(state, own, side.given)
  try {
    return ask()
  } finally {
    if (own) takeOut(state, own)
    state.start = recorded
    Object.assign(state, { signals, corrections, breaker, alerts, broken, budgetSeen, timeFrom, decisions })
    Object.assign(state, { maxRounds, maxCycles, recalls, reviews, collected, downgrades })
  }
}

function putIn(state: RunState, own: Own, given: Given): void {
  const { signals, corrections, breaker, alerts, broken, budgetSeen, timeFrom, more } = own
  Object.assign(state, { signals, corrections, breaker, alerts, broken, budgetSeen, timeFrom })
  if (more.length > 0 || given.times > 0)
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
  { maxRounds }: RunState,
  recorded: EventData['run.start'],
  { start, own, given }: Side,
): number {
  const before = recorded.loop?.max_passes ?? 0
  const now = start.loop?.max_passes ?? 0
  const times = own ? own.more.filter(({ what }) => what === 'more-passes').length : given.passes
  return maxRounds - before * (1 + given.passes) + now * (1 + times)
}

/** As `reopen` does it for the log's own conclusions. */
export function goOn(own: Own, { timeFrom }: RunState): void {
  own.timeFrom = timeFrom
  own.broken = null
  if (own.exit === 23 && own.breaker.state === 'OPEN')
    own.breaker = { ...own.breaker, state: 'HALF_OPEN', since: own.breaker.looked }
  own.exit = null
}

type Concluders = { [T in ConclusionDraft['type']]: (state: RunState, event: EventOf<T>, own: Own) => void }

const concluders: Concluders = {
  'shadow.detected': noteSignal,
  'correction.applied': correct,
  'breaker.transition': moveBreaker,
  'budget.threshold': (state, { data }) => {
    state.budgetSeen = Math.max(state.budgetSeen, data.percent)
  },
  'wiggum.break': (state, { data }) => {
    state.broken = data
  },
  decision: (state, { data, ts }, { more }) => {
    more.push(data)
    state.decisions = [...state.decisions, data]
    if (data.what === 'more-time') state.timeFrom = minutesAtWork(state, ts)
    else state.maxRounds += state.start?.loop?.max_passes ?? 1
  },
}

/** A conclusion of its own, while the state is seen so. */
export function conclude(state: RunState, own: Own, event: ConclusionDraft): void {
  const stamped = { ...event, seq: state.seq, ts: state.lastAt ?? '' }
  // The lookup is by the event's own type, so it fits; TypeScript cannot follow that correlation.
  const take = concluders[event.type] as (state: RunState, event: unknown, own: Own) => void
  take(state, stamped, own)
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
