import type { WiggumEvent } from '../events.ts'
import { minutesAtWork } from '../minutes-at-work.ts'
import type { RunState } from '../state.ts'
import type { Conclusion, ConclusionDraft } from './conclusions.ts'

/** A point of a log. */
export interface Place {
  seq: number
  at: string
  /** Passes of the loop, or attempts of the Maker, that had begun by then. */
  pass: number
  /** At work, without the time in which nobody could. */
  minutes: number
}

/** Something that fired there: what it is called is what it can be found again by under another policy. */
export interface Fired extends Place {
  kind: 'signal' | 'breaker' | 'break' | 'budget' | 'question' | 'end'
  what: string
}

export function placeOf(state: RunState): Place {
  const at = state.lastAt ?? ''
  return { seq: state.seq, at, pass: state.figures.length, minutes: minutesAtWork(state, at) }
}

/** What an event of a log says that fired; `null`: it is no such event. */
export function firedIn(event: Pick<WiggumEvent, 'type' | 'data'>): Pick<Fired, 'kind' | 'what'> | null {
  // The type names the data; TypeScript cannot follow that through a bare pair.
  const { type, data } = event as WiggumEvent
  switch (type) {
    case 'gate.opened':
      return { kind: 'question', what: data.kind }
    case 'run.complete':
      return { kind: 'end', what: data.status }
    default:
      return firedByRule({ type, data } as ConclusionDraft)
  }
}

function firedByRule({ type, data }: ConclusionDraft): Pick<Fired, 'kind' | 'what'> | null {
  switch (type) {
    case 'shadow.detected':
      return { kind: 'signal', what: data.shadow }
    case 'breaker.transition':
      return data.to === 'OPEN' ? { kind: 'breaker', what: data.signals.join(', ') } : null
    case 'wiggum.break':
      return { kind: 'break', what: data.detector ?? data.trigger }
    case 'budget.threshold':
      return { kind: 'budget', what: `${data.percent} % of ${data.unit}` }
    default:
      return null
  }
}

export function firedBy(conclusion: Conclusion): Pick<Fired, 'kind' | 'what'> | null {
  return conclusion.kind === 'record'
    ? firedByRule(conclusion.event)
    : { kind: conclusion.how, what: conclusion.what }
}
