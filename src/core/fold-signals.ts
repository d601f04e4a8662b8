import type { EventOf } from './events.ts'
import type { RunState } from './state.ts'

/** What is one and the same signal: a shadow, where it was seen. */
export function signalId(signal: { shadow: string; step: string | null; attempt: number | null }): string {
  return [signal.shadow, signal.step ?? '', signal.attempt ?? ''].join('@')
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
  const before = state.recalls[step]
  const lift = (before?.lift ?? 0) + (rung === 'replace' ? 1 : 0)
  state.recalls[step] = { after: attempt, rung, note: text, lift }
  delete state.reviews[step]
  delete state.collected[step]
  for (const key of Object.keys(state.downgrades))
    if (key.startsWith(`${step}:`)) delete state.downgrades[key]
}
