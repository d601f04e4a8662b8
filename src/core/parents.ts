import type { Draft, WiggumEvent } from './events.ts'
import type { RunState } from './state.ts'

/** What the next event's parents may be: who began what, what ended since the phase began, what happened last. */
export interface Trail {
  cause: number
  begun: Begun
  ended: number[]
}

type Starts = Record<string, number>

interface Begun {
  step: Starts
  said: Starts
  verify: Starts
  gate: Starts
  land?: number
}

/** Beginnings cause nothing yet: whoever starts beside them has the same parent. One look-up: every event asks. */
const KIND: Partial<Record<WiggumEvent['type'], 'beginning' | 'ending' | 'phase' | 'aside'>> = {
  'agent.start': 'beginning',
  'agent.session': 'beginning',
  'stagnation.detected': 'beginning',
  'verify.start': 'beginning',
  'land.start': 'beginning',
  'agent.complete': 'ending',
  'agent.failed': 'ending',
  'agent.timeout': 'ending',
  'review.verdict': 'ending',
  'work.inspected': 'ending',
  'verify.complete': 'ending',
  'phase.transition': 'phase',
  'notification.sent': 'aside',
}

/** The DAG: an end belongs to its beginning, a phase fans in from what ended before it, the rest follows its cause. */
export function parentsOf({ trail }: RunState, draft: Draft): number[] {
  if (draft.type === 'run.start') return []
  if (draft.type === 'phase.transition' && trail.ended.length > 0) return [...trail.ended]
  const begun = beginningOf(trail.begun, draft)
  return [begun ?? trail.cause].filter((seq) => seq > 0)
}

/** Called once for every event that is folded. */
export function follow(trail: Trail, event: WiggumEvent): void {
  mark(trail.begun, event)
  const kind = KIND[event.type]
  if (kind === 'phase') trail.ended = []
  if (kind === 'ending') trail.ended.push(event.seq)
  if (kind !== 'beginning' && kind !== 'aside') trail.cause = event.seq
}

function mark(begun: Begun, event: WiggumEvent): void {
  switch (event.type) {
    case 'agent.start':
      begun.step[event.data.step] = event.seq
      break
    case 'agent.complete':
      begun.said[event.data.step] = event.seq
      break
    case 'verify.start':
      begun.verify[event.data.kind] = event.seq
      break
    case 'land.start':
      begun.land = event.seq
      break
    case 'gate.opened':
      begun.gate[event.data.gate] = event.seq
  }
}

function beginningOf(begun: Begun, draft: Draft): number | undefined {
  switch (draft.type) {
    case 'agent.session':
    case 'stagnation.detected':
    case 'agent.complete':
    case 'agent.failed':
    case 'agent.timeout':
      return begun.step[draft.data.step]
    case 'evidence.downgrade':
    case 'review.verdict':
    case 'work.collected':
      return begun.said[draft.data.step]
    case 'verify.complete':
      return begun.verify[draft.data.kind]
    case 'run.merged':
    case 'land.refused':
      return begun.land
    case 'gate.answered':
      return begun.gate[draft.data.gate]
    default:
      return undefined
  }
}
