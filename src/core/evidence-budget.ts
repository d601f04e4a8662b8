import type { CheckResult, EventData } from './events.ts'
import type { RunState } from './state.ts'
import { verificationOf } from './verification.ts'

/** All evidence beyond the baseline and the merged run may take so many times as long as the checks themselves. */
const SHARE = 2
/** Where checks take seconds, the minute that tells a person why is well spent. */
const LEAST_MS = 60_000

type Verified = EventData['verify.complete']

export interface EvidenceTime {
  /** How long the checks take, once. */
  checks_ms: number
  /** What the evidence for the present work has taken. */
  spent_ms: number
  /** What is left for evidence that only explains. */
  left_ms: number
}

/** Told by the log, so that a run that is resumed goes on with what it has spent. */
export function evidenceTime(state: RunState): EvidenceTime {
  const { verified, merge, start } = state
  const base = verificationOf(state, 'baseline')
  const merged = verificationOf(state, 'merged')
  const checks_ms = Math.max(onceMs(base), onceMs(merged))
  const about = new Set([start?.base, merge?.head, merge?.tree])
  const evidence = Object.values(verified).filter(({ subject }) => about.has(subject))
  const spent_ms = evidence.reduce((sum, each) => sum + beyondMs(each), 0)
  return { checks_ms, spent_ms, left_ms: Math.max(SHARE * checks_ms, LEAST_MS) - spent_ms }
}

/** Whether one more run of the checks fits. */
export function canAffordRun(state: RunState): boolean {
  const { checks_ms, left_ms } = evidenceTime(state)
  return checks_ms <= left_ms
}

function onceMs(result: Verified | undefined): number {
  return (result?.checks ?? []).reduce((sum, { duration_ms }) => sum + duration_ms, 0)
}

/** Of the two that every run has, only what was run a second time. */
function beyondMs({ kind, checks }: Verified): number {
  const isUsual = kind === 'baseline' || kind === 'merged'
  return checks.reduce((sum, check) => sum + (isUsual ? 0 : check.duration_ms) + againMs(check), 0)
}

function againMs({ again }: CheckResult): number {
  return again?.duration_ms ?? 0
}
