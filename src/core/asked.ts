import { DESTRUCTIVE, type Leave, type Operation } from '../policy/destructive/operation.ts'
import type { EventData, GateKind } from './events.ts'
import { joined } from './fold-signals.ts'
import { gatePolicy } from './gate-policy.ts'
import type { AskedBy, GateState, RunState } from './state.ts'

/** What calls wanted to do beyond their workspace, and what was answered. */

/** Tells its gates from those of the same kind about what lands. */
const LIVE = 'asked-'

export function aboutAsked(digest: string): string {
  return `${LIVE}${digest}`
}

/** A person's answer, which holds for the rest of the run; `null`: nobody has given one. */
export function answerTo({ gates }: RunState, { kind, what }: Operation): string | null {
  const gate = Object.values(gates).find((each) => isAbout(each, kind) && each.evidence.includes(what))
  return gate?.answer ?? null
}

function isAbout({ id, kind }: GateState, of: GateKind): boolean {
  return kind === of && id.startsWith(`${kind}-${LIVE}`)
}

/** What the next call may do: what is allowed from the start, and what a person allowed since. */
export function leaveOf(state: RunState): Leave {
  const kinds = DESTRUCTIVE.filter((kind) => state.start && gatePolicy(state.start, kind) === 'allow')
  return { kinds, operations: answered(state, 'yes'), ...neverOf(state) }
}

function neverOf(state: RunState): Pick<Leave, 'never'> {
  const kinds = DESTRUCTIVE.filter((kind) => state.start && gatePolicy(state.start, kind) === 'deny')
  const operations = answered(state, 'no')
  return kinds.length + operations.length > 0 ? { never: { kinds, operations } } : {}
}

function answered(state: RunState, answer: string): Operation[] {
  const all = state.asked.filter((each) => answerTo(state, each) === answer)
  return all.map(({ kind, what }) => ({ kind, what }))
}

type End = Pick<EventData['agent.complete'], 'step' | 'attempt' | 'asked'>

export function noteAsked(state: RunState, { step, attempt, asked }: End): void {
  const call = state.steps[step]
  if (call?.attempt !== attempt) return
  const { session } = call
  state.asked.push(...(asked ?? []).map((each) => ({ ...each, step, attempt, session })))
}

/** Whoever was refused it is called again: the same step, in its own conversation where that can go on. */
export function allowAsked(state: RunState, gate: GateState): void {
  if (!isAbout(gate, gate.kind)) return
  const refused = state.asked.filter((each) => each.kind === gate.kind && gate.evidence.includes(each.what))
  for (const step of new Set(refused.filter((each) => isLast(state, each)).map((each) => each.step))) {
    const after = state.steps[step]!.attempt
    const note = allowance(gate)
    state.recalls[step] = joined(state.recalls[step], { after, rung: 'correct', note, lift: 0 })
  }
}

/** Refused in the last call of its step, or before in the conversation that it went on with; and that one has ended. */
export function isLast({ steps }: RunState, { step, attempt, session, allowed }: AskedBy): boolean {
  const last = steps[step]
  if (allowed || last?.outcome !== 'complete') return false
  return last.attempt === attempt || (session !== null && last.session === session)
}

function allowance({ kind, evidence }: GateState): string {
  return [
    'You were refused something that reaches beyond your workspace. The user was asked, and allows exactly this from now on:',
    ...evidence.map((what) => `- ${kind}: ${what}`),
    'Do it if the work still needs it, and nothing else of that sort.',
  ].join('\n')
}
