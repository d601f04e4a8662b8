import { JUDGE } from '../archetypes/archetype.ts'
import { failureRules } from '../policy/failures.ts'
import { chainOf, troubleKey } from './chains.ts'
import { charge } from './charge.ts'
import type { EventData, EventOf, StepTally, Usage } from './events.ts'
import type { StepIdentity } from './identity.ts'
import { lastAnswered } from './recall.ts'
import { ADOPTED, type RunState, type StepState } from './state.ts'

/** How calls of agents change the state: a step's beginning, its end, and what that says of the agent. */

export function startStep(state: RunState, event: EventOf<'agent.start'>, identity: StepIdentity): void {
  const { data, ts, phase } = event
  const before = state.steps[data.step]
  // Nobody was called for what was taken over.
  if (data.agent !== ADOPTED)
    state.calls[data.archetype] = Math.max(state.calls[data.archetype] ?? 0, data.attempt)
  state.steps[data.step] = {
    id: data.step,
    identity,
    role: data.archetype,
    phase,
    attempt: data.attempt,
    head: data.head,
    about: data.about,
    agent: data.agent,
    name: data.name ?? null,
    model: data.model,
    session: data.continues ?? null,
    outcome: 'running',
    startedAt: ts,
    endedAt: null,
    failures: before?.failures ?? {},
    failure: null,
    contract: null,
    artifact: null,
    text: null,
    durationMs: 0,
    totalMs: before?.totalMs ?? 0,
    answers: before?.answers ?? 0,
    costUsd: null,
    denials: [],
    work: null,
    measures: null,
    context: null,
    promised: false,
    outlook: null,
    stuck: null,
  }
  // What an earlier attempt settled says nothing of this one, nor does the question that this one answers.
  state.settled = state.settled.filter((id) => id !== data.step && lastAnswered(state, id) !== data.step)
}

interface StepEnd {
  step: string
  attempt: number
  duration_ms: number
  usage: Usage
  steps?: StepTally | undefined
}

export function endStep(
  state: RunState,
  end: StepEnd,
  ts: string,
  how: Pick<StepState, 'outcome' | 'failure' | 'contract'>,
): void {
  charge(state, end.usage)
  const step = state.steps[end.step]
  if (!step || step.attempt !== end.attempt) return
  step.outcome = how.outcome
  step.failure = how.failure
  step.contract = how.contract
  const agent = agentOf(state, step)
  step.failures =
    how.outcome === 'complete' ? {} : { ...step.failures, [agent]: (step.failures[agent] ?? 0) + 1 }
  step.endedAt = ts
  step.durationMs = end.duration_ms
  step.totalMs += end.duration_ms
  if (how.outcome === 'complete') step.answers += 1
  step.work = end.steps ?? null
  step.costUsd = end.usage.cost_usd
}

export function noteTrouble(state: RunState, data: EventData['agent.failed'], at: string): void {
  const step = state.steps[data.step]
  // Nothing waits for a judge, and nobody is given up on because of one.
  if (step?.attempt !== data.attempt || step.role === JUDGE) return
  const agent = agentOf(state, step)
  const { cause, message, retry_at: retryAt } = data
  const failures = step.failures[agent] ?? 0
  state.troubles[troubleKey(agent, step.model)] = { cause, message, at, retryAt, failures }
}

/** A limit is waited for, and what nobody but the user can mend is said at once: neither is a failure of a call. */
export function noteFailedCall(state: RunState, call: RunState['failedCalls'][number]): void {
  if (state.steps[call.step]?.role === JUDGE) return
  if (['fail', 'retry', 'afresh'].includes(failureRules[call.cause].response)) state.failedCalls.push(call)
}

/** Older logs do not name it: then it is the first that the role has. */
function agentOf(state: RunState, step: StepState): string {
  return step.name ?? chainOf(state.start?.agents ?? {}, step.role)[0] ?? ''
}

/** Whatever kept it from working is over. */
export function worksAgain(state: RunState, step: StepState): void {
  delete state.troubles[troubleKey(agentOf(state, step), step.model)]
}
