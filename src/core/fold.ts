import { noteTold } from './alerts.ts'
import { allowAsked, noteAsked } from './asked.ts'
import type { EventData, EventOf, Finding, WiggumEvent } from './events.ts'
import { moveBreaker } from './fold-breaker.ts'
import { noteCheckpoint } from './fold-context.ts'
import { noteDecision, useWorkflow } from './fold-decisions.ts'
import { beginPass, dropIssues, endPass, noteIssues, noteWait, settlePass } from './fold-passes.ts'
import { applyCorrection, noteDisabled, noteOwn, noteRuling, noteSignal } from './fold-signals.ts'
import { endStep, noteFailedCall, noteTrouble, startStep, worksAgain } from './fold-steps.ts'
import { identityFromName } from './lift-v1.ts'
import { follow } from './parents.ts'
import { reopen } from './reopen.ts'
import { wholeContract } from './said.ts'
import { initialState, type Review, type RunState, type StepState } from './state.ts'
import { noteHooks, noteVerification } from './verification.ts'

type Folder<T extends WiggumEvent['type']> = (state: RunState, event: EventOf<T>) => void
type Folders = { [T in WiggumEvent['type']]?: Folder<T> }

/** Folds a whole log. The accumulator belongs to this call alone, so changing it in place is not seen by anyone. */
export function fold(events: Iterable<WiggumEvent>, runId = ''): RunState {
  const state = initialState(runId)
  for (const event of events) applyEvent(state, event)
  return state
}

/** One event more. An event type that this version does not know moves the sequence on and changes nothing else. */
export function applyEvent(state: RunState, event: WiggumEvent): void {
  noteWait(state, event)
  state.seq = event.seq
  state.lastAt = event.ts
  follow(state.trail, event)
  // The lookup is by the event's own type, so the folder fits; TypeScript cannot follow that correlation.
  const folder = folders[event.type] as Folder<typeof event.type> | undefined
  folder?.(state, event as never)
}

const folders: Folders = {
  'run.start': (state, event) => {
    state.runId = event.run_id
    state.start = event.data
    state.startedAt = event.ts
    state.mergeAllowed = event.data.options.merge
    state.workflow = event.data.workflow
    state.maxCycles = event.data.max_cycles
    state.session = event.data.live?.session ?? null
    if (event.data.loop) state.maxRounds = event.data.loop.max_passes
  },
  'run.resumed': (state, { data }) => {
    reopen(state)
    if (data.now) state.troubles = {}
    state.session = data.session ?? state.session
  },
  'run.adopted': (state) => {
    state.adopted = true
  },
  'context.loaded': (state, { data }) => {
    state.context = data
  },
  'run.interrupted': (state, { data }) => {
    state.interrupted = data.signal
  },
  decision: noteDecision,
  'decision.point': (state) => {
    // A2 is the only rule that writes one.
    state.fastPathIn = state.cycle
  },
  'cycle.boundary': (state, { data }) => {
    state.history.push(data)
    state.settled = []
    if (data.exit_condition !== 'next-cycle') return
    state.cycle = data.cycle + 1
    if (state.nextWorkflow) useWorkflow(state, state.nextWorkflow)
    state.nextWorkflow = null
  },
  'phase.transition': (state, { data }) => {
    state.phase = data.to
    state.settled = []
  },
  'agent.start': (state, event) => {
    const identity = event.identity ?? identityFromName(event, state.cycle)
    beginPass(state, event, identity)
    startStep(state, event, identity)
  },
  'agent.complete': (state, event) => {
    const { data, ts } = event
    endStep(state, data, ts, { outcome: 'complete', failure: null, contract: wholeContract(data.contract) })
    state.failedCalls = []
    const step = state.steps[data.step]
    if (step?.attempt !== data.attempt) return
    step.artifact = data.artifacts[0] ?? null
    step.text = data.text
    step.denials = data.denials
    step.measures = data.measures ?? null
    step.context = data.context ?? null
    step.promised = data.promised ?? false
    step.outlook = data.outlook ?? null
    if (!isSettledLater(step)) state.settled.push(data.step)
    step.session = data.session ?? step.session
    noteAsked(state, data)
    worksAgain(state, step)
  },
  'stagnation.detected': (state, { data }) => {
    const step = state.steps[data.step]
    if (data.acted && step?.attempt === data.attempt) step.stuck = data
  },
  'agent.session': (state, { data }) => {
    const step = state.steps[data.step]
    if (step?.attempt === data.attempt) step.session = data.session
  },
  'agent.failed': (state, { data, ts }) => {
    const failure = { cause: data.cause, message: data.message, retryAt: data.retry_at }
    endStep(state, data, ts, { outcome: 'failed', failure, contract: null })
    noteAsked(state, data)
    noteTrouble(state, data, ts)
    noteFailedCall(state, { step: data.step, cause: data.cause, message: data.message })
  },
  'agent.timeout': (state, { data, ts }) => {
    const message = `no ${data.limit === 'idle' ? 'output' : 'result'} within ${Math.round(data.limit_ms / 1000)} s`
    endStep(state, data, ts, {
      outcome: 'timeout',
      failure: { cause: data.limit, message, retryAt: null },
      contract: null,
    })
    noteAsked(state, data)
    noteFailedCall(state, { step: data.step, cause: data.limit, message })
  },
  'work.collected': (state, { data }) => {
    state.collected[data.step] = data
    state.settled.push(data.step)
  },
  'work.inspected': (state, { data }) => {
    state.inspected[data.head] = data
    noteIssues(state, 'inspected', blocking(data.findings))
  },
  'review.verdict': (state, { data }) => {
    const review = reviewOf(state, data)
    state.reviews[data.step] = review
    noteIssues(state, data.step, blocking(review.effective))
    state.settled.push(data.step)
  },
  'detectors.own': noteOwn,
  'detector.disabled': noteDisabled,
  'judge.ruled': noteRuling,
  'shadow.detected': noteSignal,
  'correction.applied': (state, event) => {
    applyCorrection(state, event)
    dropIssues(state, event.data.step)
  },
  // Downgrades come before the verdict they belong to, so that a verdict is complete the moment it is there.
  'evidence.downgrade': (state, { data }) => {
    state.downgrades[`${data.step}:${data.index}`] = data.reason
  },
  'verify.complete': (state, { data }) => {
    noteVerification(state, data)
    if (data.kind === 'merged') noteIssues(state, 'checks', data.green ? [] : [data.reason])
  },
  'work.moved': (state, { data }) => {
    state.moved = data
  },
  'merge.built': (state, { data }) => {
    state.merge = data
    state.rewritten = data.rewritten?.tip ?? null
    state.conflict = null
    state.refused = null
  },
  'merge.conflict': (state, { data }) => {
    state.conflict = data
    state.rewritten = data.rewritten?.tip ?? null
    state.merge = null
  },
  'land.start': (state, { data }) => {
    state.landing = data
  },
  'land.refused': (state, { data }) => {
    state.landing = null
    state.refused = data
    if (data.reason === 'moved') state.merge = null
  },
  'run.merged': (state, { data }) => {
    state.landing = null
    state.merged = data
  },
  'run.reverted': (state, { data }) => {
    state.reverted = data
  },
  'hook.complete': (state, { data }) => {
    noteHooks(state, data)
  },
  'wiggum.break': (state, { data }) => {
    state.broken = data
  },
  'gate.opened': (state, { data, ts }) => {
    const { gate, ...rest } = data
    state.gates[gate] ??= { id: gate, ...rest, openedAt: ts, answer: null, text: null, by: null }
  },
  'gate.answered': (state, { data }) => {
    const gate = state.gates[data.gate]
    if (gate && gate.answer === null) {
      gate.answer = data.answer
      gate.text = data.text
      gate.by = data.by
      // As much again: every threshold is to be reached anew.
      if (gate.kind === 'limits' && gate.answer === 'yes') state.budgetSeen = 0
      if (gate.answer === 'yes') allowAsked(state, gate)
      // What was held back goes to its place, and the log says where.
      if (gate.kind === 'secret' && gate.answer === 'yes')
        state.rescues = state.rescues.filter(({ held_in }) => held_in === undefined)
    }
  },
  'pass.complete': (state, event) => {
    state.passes.push(event.data)
    settlePass(state, event)
  },
  'notification.sent': noteTold,
  'context.checkpoint': noteCheckpoint,
  'change.surveyed': (state, { data }) => {
    state.surveys[data.head] = data
  },
  'drift.detected': (state, { data }) => {
    state.drifts.push(data)
  },
  'breaker.transition': moveBreaker,
  'user.said': (state, { data }) => {
    state.said.push(data.text)
  },
  'rescue.saved': (state, { data }) => {
    state.rescues.push(data)
  },
  'fix.applied': (state, { data }) => {
    state.fixed[`${state.cycle}:${data.finding}`] = data
  },
  'budget.threshold': (state, { data }) => {
    state.budgetSeen = Math.max(state.budgetSeen, data.percent)
  },
  'policy.checkpoint': (state, { data, ts }) => {
    state.checkpoints.push(data)
    state.checkpointAt = ts
  },
  'run.complete': (state, { data, ts }) => {
    if (data.exit_code === 24) state.budgetEnds += 1
    state.ended = data
    state.endedAt = ts
    endPass(state, ts)
  },
}

function blocking(findings: Finding[]): string[] {
  return findings.flatMap(({ id, severity }) => (severity === 'INFO' ? [] : [id]))
}

function reviewOf(state: RunState, data: EventData['review.verdict']): Review {
  return {
    step: data.step,
    role: data.archetype,
    verdict: data.verdict,
    problem: data.problem,
    head: data.head,
    findings: data.findings,
    facts: data.facts,
    effective: data.findings.map(
      (finding, index): Finding =>
        `${data.step}:${index}` in state.downgrades ? { ...finding, severity: 'INFO' } : finding,
    ),
  }
}

/** A Maker's work is what git shows, a review is what was judged: those say when the step is settled. */
function isSettledLater({ role, about }: StepState): boolean {
  return role === 'maker' || about !== null
}
