import type { Calibration } from './model-data.ts'

interface Policy {
  stagnation: { calibration?: Record<string, Omit<Calibration, 'agent'>> }
}

/** The user's own for an agent; `null`: there is none, and the shipped one counts, if there is one. */
export function calibrationOf({ stagnation }: Policy, agent: string): Calibration | null {
  // A policy that was written down by an older version has no such key.
  const all = stagnation.calibration ?? {}
  return Object.hasOwn(all, agent) ? { agent, ...all[agent]! } : null
}
