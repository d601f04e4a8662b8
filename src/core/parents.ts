import type { Draft, WiggumEvent } from './events.ts'
import type { RunState } from './state.ts'

/** What the next event's parents may be: who began what, what ended since the phase began, what happened last. */
export interface Trail {
  cause: number
  begun: Record<string, number>
  ended: number[]
}

/** Beginnings cause nothing yet: whoever starts beside them has the same parent. */
const BEGINNINGS = new Set(['agent.start', 'verify.start', 'land.start'])
const ENDINGS = new Set([
  'agent.complete',
  'agent.failed',
  'agent.timeout',
  'review.verdict',
  'work.inspected',
  'verify.complete',
])

/** The DAG: an end belongs to its beginning, a phase fans in from what ended before it, the rest follows its cause. */
export function parentsOf({ trail }: RunState, draft: Draft): number[] {
  if (draft.type === 'run.start') return []
  if (draft.type === 'phase.transition' && trail.ended.length > 0) return [...trail.ended]
  const begun = trail.begun[beginningOf(draft) ?? '']
  return [begun ?? trail.cause].filter((seq) => seq > 0)
}

/** Called once for every event that is folded. */
export function follow(trail: Trail, event: WiggumEvent): void {
  const key = marks(event)
  if (key) trail.begun[key] = event.seq
  if (event.type === 'phase.transition') trail.ended = []
  if (ENDINGS.has(event.type)) trail.ended.push(event.seq)
  if (!BEGINNINGS.has(event.type)) trail.cause = event.seq
}

function marks(event: WiggumEvent): string | null {
  switch (event.type) {
    case 'agent.start':
      return `step:${event.data.step}`
    case 'agent.complete':
      return `said:${event.data.step}`
    case 'verify.start':
      return `verify:${event.data.kind}`
    case 'land.start':
      return 'land'
    case 'gate.opened':
      return `gate:${event.data.gate}`
    default:
      return null
  }
}

function beginningOf(draft: Draft): string | null {
  switch (draft.type) {
    case 'agent.complete':
    case 'agent.failed':
    case 'agent.timeout':
      return `step:${draft.data.step}`
    case 'evidence.downgrade':
    case 'review.verdict':
    case 'work.collected':
      return `said:${draft.data.step}`
    case 'verify.complete':
      return `verify:${draft.data.kind}`
    case 'run.merged':
    case 'land.refused':
      return 'land'
    case 'gate.answered':
      return `gate:${draft.data.gate}`
    default:
      return null
  }
}
