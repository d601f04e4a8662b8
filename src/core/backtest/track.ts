import type { Spend } from '../budget.ts'
import { isCompleted } from '../completed.ts'
import type { EventData, WiggumEvent } from '../events.ts'
import type { RunState } from '../state.ts'
import { type Conclusion, endKey, gateKey, noticedKey } from './conclusions.ts'
import { type Fired, firedBy, type Place, placeOf } from './fired.ts'
import { type Given, goOn, type Own } from './own-state.ts'
import type { Points } from './points.ts'

/** One policy on its way along a log. */
export interface Track {
  start: EventData['run.start']
  /** How often the log gave the loop more. */
  given: Given
  points: Points
  /** `null`: it has concluded what the log says, so far. */
  own: Own | null
  diverges: Place | null
  /** From here on agents were told, or called, otherwise than they would have been. */
  otherwise: Place | null
  would: Fired[]
  /** What agents would have noticed. */
  noticed: Set<string>
  /** Corrections for which somebody would be called again now: nothing is concluded before that. */
  calling: Set<string>
  /** It would halt here, if the log does not do the same now. */
  pending: Halt | null
  halt: Halt | null
  /** The run halted here, and would not have. */
  goesOn: Place | null
}

export interface Halt extends Place {
  /** The log has work after it. */
  work: boolean
  how: 'end' | 'question'
  what: string
  reason: string
  key: string
  spend: Spend
}

export function trackOf({ start, given, points }: Pick<Track, 'start' | 'given' | 'points'>): Track {
  const nowhere = { own: null, diverges: null, otherwise: null, pending: null, halt: null, goesOn: null }
  return { start, given, points, ...nowhere, would: [], noticed: new Set(), calling: new Set() }
}

export function haltAt(state: RunState, conclusion: Extract<Conclusion, { kind: 'halt' }>): Halt {
  const { kind: _, ...rest } = conclusion
  return { ...rest, ...placeOf(state), spend: state.spend, work: false }
}

/** The work went on here: whoever would have halted before it has. */
const GOES_ON: ReadonlySet<WiggumEvent['type']> = new Set([
  'agent.start',
  'work.collected',
  'review.verdict',
  'pass.complete',
  'cycle.boundary',
  'verify.start',
  'land.start',
  'run.resumed',
])

/** What the next event of the log says about a track that has left it. */
export function keepUp(track: Track, state: RunState, event: WiggumEvent): void {
  settlePending(track, state, event)
  settleCalling(track, event)
  const own = track.own!
  switch (event.type) {
    case 'run.complete':
      own.exit = event.data.exit_code
      return
    case 'run.resumed':
      goOn(own, state)
      return
    case 'gate.answered':
      // As much again: every threshold is to be reached anew.
      if (state.gates[event.data.gate]?.kind === 'limits' && event.data.answer === 'yes') own.budgetSeen = 0
  }
}

function settlePending(track: Track, state: RunState, event: WiggumEvent): void {
  const { pending } = track
  if (pending && isSame(pending, event)) {
    track.would.push({ ...placeOf(state), ...firedBy({ kind: 'halt', ...pending })! })
    track.pending = null
  } else if (pending && GOES_ON.has(event.type)) {
    track.halt = { ...pending, work: true }
    track.pending = null
  } else if (!pending && event.type === 'run.complete') passEnd(track, state, event.data)
}

/** The log tells of the same call, or that the work went on without it. */
function settleCalling({ calling }: Track, event: WiggumEvent): void {
  if (GOES_ON.has(event.type)) calling.clear()
  else calling.delete(noticedKey(event) ?? '')
}

function isSame({ key }: Halt, event: WiggumEvent): boolean {
  if (event.type === 'gate.opened') return key === gateKey(event.data.gate)
  return event.type === 'run.complete' && key === endKey(event.data.status)
}

/** A person's word that ends a session's loop: no rule stands behind it. */
const CANCELLED = 130

/** Work that is proven is so under any policy, and a person's word counts under any. Any other ending would not have been one. */
function passEnd(track: Track, state: RunState, ended: EventData['run.complete']): void {
  if (isCompleted(ended) || ended.exit_code === CANCELLED)
    track.would.push({ ...placeOf(state), kind: 'end', what: ended.status })
  else track.goesOn ??= placeOf(state)
}
