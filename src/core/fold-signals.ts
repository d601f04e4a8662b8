import type { EventOf } from './events.ts'
import { lastAnswered } from './recall.ts'
import type { Recall, RunState } from './state.ts'

/** What is one and the same signal: a shadow, where it was seen. */
export function signalId(signal: { shadow: string; step: string | null; attempt: number | null }): string {
  return [signal.shadow, signal.step ?? '', signal.attempt ?? ''].join('@')
}

/** One look at one step. */
export function lookId({ step, attempt }: { step: string; attempt: number }): string {
  return `${step}@${attempt}`
}

export function noteOwn(state: RunState, { data }: EventOf<'detectors.own'>): void {
  state.own[lookId(data)] = data
}

export function noteDisabled(state: RunState, { data }: EventOf<'detector.disabled'>): void {
  state.disabled[data.detector] = data.reason
}

export function rulingId(about: { detector: string; step: string; attempt: number }): string {
  return `${about.detector}@${lookId(about)}`
}

export function noteRuling(state: RunState, { data }: EventOf<'judge.ruled'>): void {
  state.rulings[rulingId(data)] = data
}

export function noteSignal(state: RunState, { data, ts }: EventOf<'shadow.detected'>): void {
  const { trigger: _, action: __, ...seen } = data
  state.signals.push({ id: signalId(data), at: ts, ...seen })
}

/** A step that is called again has given nothing yet: what came of its last attempt no longer counts. */
export function applyCorrection(state: RunState, { data }: EventOf<'correction.applied'>): void {
  state.corrections.push(data)
  const { step, attempt, rung, text } = data
  if (step === null || attempt === null || (rung !== 'correct' && rung !== 'replace')) return
  // Whoever asked something on the way is called again with the answer: that call is the one that did the work.
  const call = lastAnswered(state, step)
  const after = Math.max(attempt, state.steps[call]?.attempt ?? 0)
  state.recalls[call] = joined(state.recalls[call], {
    after,
    rung,
    note: text,
    lift: rung === 'replace' ? 1 : 0,
  })
  delete state.reviews[step]
  delete state.collected[step]
  for (const key of Object.keys(state.downgrades))
    if (key.startsWith(`${step}:`)) delete state.downgrades[key]
}

/** Two shadows of one attempt are one further call: it is told of both, and the higher rung counts, once. */
export function joined(before: Recall | undefined, next: Recall): Recall {
  if (before?.after !== next.after) return { ...next, lift: (before?.lift ?? 0) + next.lift }
  const replaced = before.rung === 'replace'
  return {
    after: next.after,
    rung: replaced ? before.rung : next.rung,
    note: `${before.note}\n\n${next.note}`,
    lift: before.lift + (replaced ? 0 : next.lift),
  }
}
