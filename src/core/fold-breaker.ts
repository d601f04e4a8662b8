import { noteAlert } from './alerts.ts'
import type { EventOf } from './events.ts'
import type { RunState } from './state.ts'

export function moveBreaker(state: RunState, event: EventOf<'breaker.transition'>): void {
  noteAlert(state, event)
  const { data } = event
  const { to, reason, evidence, signals, pass, call, lift = 0 } = data
  const before = state.breaker
  state.breaker = {
    state: to,
    // What it opened for is still what it is about while it is being tried out.
    reason: to === 'OPEN' ? reason : before.reason,
    evidence,
    signals,
    // A pass in whose middle it moved is still to be looked at.
    since: to === 'OPEN' || call ? before.since : pass,
    looked: call ? before.looked : pass,
    lift: before.lift + lift,
    moves: [...before.moves, data],
  }
}
