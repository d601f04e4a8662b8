import { completionRisk } from '../../core/completion-risk.ts'
import type { RunState } from '../../core/state.ts'

/** The two figures are kept apart: what an agent's steps look like, and what the supervisor saw itself. */
export function completionWords(state: RunState): string | null {
  const risk = completionRisk(state)
  if (!risk) return null
  const { trace, verified } = risk
  const unsure = trace.calibrated ? '' : ' (no model is calibrated for this agent)'
  const after = verified ? `, ${percent(verified.probability)} with what wiggum verified` : ''
  return `The odds that this is not finished: ${percent(trace.probability)} by the agent’s steps alone${unsure}${after}`
}

function percent(probability: number): string {
  return `${Math.round(probability * 100)} %`
}
