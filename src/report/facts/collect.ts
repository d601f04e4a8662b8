import { PLANNED } from '../../core/decide/dry-run.ts'
import type { EventData, WiggumEvent } from '../../core/events.ts'
import { applyEvent } from '../../core/fold.ts'
import { passWords } from '../../core/pass-words.ts'
import { initialState, type RunState } from '../../core/state.ts'
import { limitLines } from '../limit-lines.ts'
import { planLines } from '../plan-summary.ts'
import { ruleInput } from '../rule-words.ts'
import { runStanding } from '../run-standing.ts'
import { bounded, keeper } from './bounded.ts'
import { completionWords } from './completion.ts'
import type { BreakerMove, DecisionRow, PassRow, RunFacts } from './facts.ts'
import { findingLedger } from './findings.ts'
import { graphOf } from './graph.ts'
import { lessonsOf } from './lessons.ts'
import { outcomeOf, proofLines } from './outcome.ts'
import { changesOf, gatesOf, headFacts, signalsOf, verificationOf } from './sections.ts'
import { lastAttempt, shownWork } from './shown-work.ts'
import { spansOf } from './spans.ts'
import { spendFacts } from './spend-words.ts'
import { purse } from './spending.ts'

export interface FactsCollector {
  /** Once for every event of the log, in its order. */
  add(event: WiggumEvent): void
  readonly state: RunState
  /** `null` as long as the run has not started. */
  facts(seen?: Seen): RunFacts | null
}

interface Seen {
  /** Why the log could not be read any further. */
  damage: RunFacts['damage']
  /** An instant up to which a run that has not ended is told; without it, up to its last event. */
  now: string | null
  /** Its last line was cut off. */
  torn: boolean
  /** A process works on it. */
  tended: boolean
}

const SEEN: Seen = { damage: null, now: null, torn: false, tended: true }

/** One look at each event; what is kept of them is bounded, whatever the length of the log. */
export function collectFacts(runId: string): FactsCollector {
  const state = initialState(runId)
  const [spans, graph, findings] = [spansOf(), graphOf(), findingLedger()]
  const [byRole, byModel] = [purse(), purse()]
  const moves = keeper<BreakerMove>(20, 60)
  const passes = keeper<PassRow>(20, 80)
  const decisions = keeper<DecisionRow>(20, 60)
  const merges = new Map<string, EventData['merge.built']>()
  let began = 0
  let at_ms = 0
  let events = 0
  return {
    state,
    add(event) {
      events += 1
      if (began === 0) began = Date.parse(event.ts)
      // A clock that was set back: what came later is not drawn before what came first.
      at_ms = Math.max(at_ms, Date.parse(event.ts) - began)
      applyEvent(state, event)
      spans.note(event, state, at_ms)
      graph.note(event, state, at_ms)
      findings.note(event, state)
      const call = chargedCall(event, state, at_ms)
      if (call) {
        byRole.charge({ ...call, name: call.role })
        byModel.charge({ ...call, name: call.model })
      }
      if (event.type === 'breaker.transition') moves.push(moveOf(event.data, at_ms))
      if (event.type === 'pass.complete') passes.push(passOf(event.data, at_ms))
      if (event.type === 'merge.built') merges.set(event.data.head, event.data)
      if (event.type === 'decision') decisions.push(decided(event.data, at_ms))
      if (event.type === 'decision.point') decisions.push(ruled(event.data, at_ms))
    },
    facts({ damage, now, torn, tended } = SEEN) {
      if (!state.start) return null
      const head = headFacts(state, now)
      const standing = runStanding(state, { damaged: damage !== null, torn, tended })
      return {
        ...head,
        events,
        damage,
        outcome: outcomeOf(state, {
          standing,
          isWhole: damage === null,
          took_ms: head.took_ms,
          merge: shownMerge(state, merges),
        }),
        plan: state.ended?.status === PLANNED ? planLines(state) : [],
        spans: spans.result(standing),
        spend: spendFacts(state, byRole.result(), byModel.result()),
        findings: findings.result(),
        breaker: { state: state.breaker.state, moves: moves.result(), passes: passes.result() },
        signals: signalsOf(state, began),
        verification: verificationOf(state),
        proof: proofLines(state)[0] ?? null,
        completion: completionWords(state),
        changes: changesOf(state),
        gates: gatesOf(state),
        limits: limitLines(state),
        rescues: bounded(
          state.rescues.map(({ ref, files, reason }) => ({ ref, files, reason })),
          20,
          60,
        ),
        decisions: decisions.result(),
        lessons: lessonsOf(state),
        switched_off: Object.entries(state.disabled).map(([rule, how]) => ({ rule, how })),
        graph: graph.result(),
      }
    },
  }
}

/** The state holds the last merge only; the branch may show an earlier attempt. */
function shownMerge(state: RunState, merges: Map<string, EventData['merge.built']>): RunState['merge'] {
  return lastAttempt(state) ? (merges.get(shownWork(state)!.head) ?? null) : state.merge
}

/** A call that has ended, with what it took. Its start, folded before, says who played. */
function chargedCall(event: WiggumEvent, { steps }: RunState, at_ms: number) {
  if (event.type !== 'agent.complete' && event.type !== 'agent.failed' && event.type !== 'agent.timeout')
    return null
  const { step, archetype, usage, duration_ms } = event.data
  const known = steps[step]
  const model = known?.model ?? `${known?.agent ?? 'agent'} (model not named)`
  return { role: archetype, model, at_ms, ms: duration_ms, usage }
}

function moveOf(data: EventData['breaker.transition'], at_ms: number): BreakerMove {
  const { from, to, pass, reason, evidence, signals } = data
  return { at_ms, from, to, pass, reason, evidence, signals }
}

function passOf(data: EventData['pass.complete'], at_ms: number): PassRow {
  const { pass, check, review, issues_found: found, issues_fixed: fixed } = data
  return { pass, at_ms, check, review, found, fixed, words: passWords(data) }
}

function decided(
  { what, chosen, rationale, alternatives }: EventData['decision'],
  at_ms: number,
): DecisionRow {
  return { at_ms, what, chosen, why: rationale, instead_of: alternatives }
}

function ruled(
  { archetype, input, decision, confidence }: EventData['decision.point'],
  at_ms: number,
): DecisionRow {
  const sure = confidence === null ? '' : `, confidence ${confidence.toFixed(2)}`
  const why = `${ruleInput(input)}${sure}`
  return { at_ms, what: `rule, ${archetype}`, chosen: decision, why, instead_of: [] }
}
