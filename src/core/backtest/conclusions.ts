import type { Command } from '../commands.ts'
import type { DecisionName, Draft, EventData, WiggumEvent } from '../events.ts'

/** What the supervisor itself concluded, as opposed to what happened in the world. */

type RecordedType =
  | 'shadow.detected'
  | 'correction.applied'
  | 'wiggum.break'
  | 'breaker.transition'
  | 'budget.threshold'
  | 'decision'
export type ConclusionDraft = Extract<Draft, { type: RecordedType }>

export type Conclusion =
  | { kind: 'record'; key: string; event: ConclusionDraft }
  | { kind: 'halt'; key: string; how: Halting; what: string; reason: string }

/** `question`: it stands until a person answers. */
type Halting = 'end' | 'question'

const RECORDED: ReadonlySet<string> = new Set<RecordedType>([
  'shadow.detected',
  'correction.applied',
  'wiggum.break',
  'breaker.transition',
  'budget.threshold',
])
/** Of decisions, those that give the loop more of something. */
const MORE: ReadonlySet<DecisionName> = new Set(['more-passes', 'more-time'])

export function isMore({ what }: Pick<EventData['decision'], 'what'>): boolean {
  return MORE.has(what)
}

export function conclusionsOf(commands: Command[]): Conclusion[] {
  return commands.flatMap((command) => conclusionOf(command) ?? [])
}

function conclusionOf(command: Command): Conclusion | null {
  switch (command.do) {
    case 'record':
      return isConclusion(command.event) ? recorded(command.event) : null
    case 'queue-task':
      return recorded({ type: 'correction.applied', data: queued(command) })
    case 'open-gate':
      return {
        kind: 'halt',
        key: gateKey(command.gate),
        how: 'question',
        what: command.kind,
        reason: command.question,
      }
    case 'finish':
      return {
        kind: 'halt',
        key: endKey(command.ending.status),
        how: 'end',
        what: command.ending.status,
        reason: command.ending.reason,
      }
    default:
      return null
  }
}

function isConclusion(event: Draft): event is ConclusionDraft {
  return RECORDED.has(event.type) || (event.type === 'decision' && isMore(event.data))
}

function recorded(event: ConclusionDraft): Conclusion {
  return { kind: 'record', key: keyOf(event), event }
}

/** Names what was concluded, so that the same conclusion of two policies is known as one. */
function keyOf({ type, data }: ConclusionDraft): string {
  switch (type) {
    case 'shadow.detected':
      return `signal:${data.shadow}@${data.step}@${data.attempt}:${data.trigger}`
    case 'correction.applied':
      return `correction:${data.signal}:${data.rung}`
    case 'wiggum.break':
      return `break:${data.detector ?? data.trigger}`
    case 'breaker.transition':
      return `breaker:${data.pass}:${data.to}:${data.signals.join(',')}`
    case 'budget.threshold':
      return `budget:${data.percent}:${data.unit}`
    case 'decision':
      return `${data.what}:${data.chosen}`
  }
}

export function gateKey(gate: string): string {
  return `gate:${gate}`
}

export function endKey(status: string): string {
  return `end:${status}`
}

/** What an agent would notice of it: it is called again, or told that it stands still. `null`: nothing. */
export function noticedKey({ type, data }: Pick<WiggumEvent, 'type' | 'data'>): string | null {
  if (type === 'correction.applied') return keyOf({ type, data } as ConclusionDraft)
  const move = data as EventData['breaker.transition']
  return type === 'breaker.transition' && move.to === 'HALF_OPEN'
    ? `probe:${move.pass}:${move.lift ?? 0}`
    : null
}

/** A step that is complete is called once more because of it. */
export function callsAgain({ type, data }: ConclusionDraft): boolean {
  if (type !== 'correction.applied' || data.step === null || data.attempt === null) return false
  return data.rung === 'correct' || data.rung === 'replace'
}

/** What `perform` writes down of a task that was put into the queue. */
function queued({ signal, shadow, task }: Extract<Command, { do: 'queue-task' }>) {
  const where = { layer: 'system' as const, step: null, attempt: null }
  const data: EventData['correction.applied'] = { signal, shadow, ...where, rung: 'correct', text: task }
  return data
}
