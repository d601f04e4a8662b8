import { JUDGE } from '../archetypes/archetype.ts'
import type { Config } from '../config/schema.ts'
import { resolveModel, shiftTier } from '../policy/models.ts'
import { HOST } from './chains.ts'
import { isReviewer } from './reviewers.ts'
import type { RunState } from './state.ts'

/** The correction that lets reviewers play one tier lower. */
export const REVIEWERS_LOWERED = 'boundary.budget.downgrade'

interface Call {
  role: string
  agent: string
  step: string
}

/**
 * The configured model; a tier up for whoever replaces an agent that was corrected in vain, a tier down for reviewers once
 * most of the budget is spent, and further up the progression for a Maker that got nowhere. An attempt that was cut off
 * goes on with the model it had.
 */
export function modelOfCall(
  state: RunState,
  { models, judge, stagnation }: Pick<Config, 'models'> & Partial<Pick<Config, 'judge' | 'stagnation'>>,
  { role, agent, step }: Call,
): string | null {
  // What a person's own session runs on is theirs to choose.
  if (agent === HOST) return null
  const before = state.steps[step]
  if (before?.outcome === 'running' && before.name === agent) return before.model
  if (role === JUDGE && judge?.model) return judge.model
  const agents = state.start?.agents ?? {}
  const model = resolveModel(models, state.workflow, { role, agent, agents })
  const lift = (state.recalls[step]?.lift ?? 0) - (isLowered(state, role) ? 1 : 0)
  const shifted = shiftTier(models.tiers, model, lift)
  const progression = stagnation?.escalation.model_progression ?? []
  return role === 'maker' ? shiftTier(progression, shifted, state.breaker.lift) : shifted
}

function isLowered({ start, corrections }: RunState, role: string): boolean {
  return isReviewer(start, role) && corrections.some(({ signal }) => signal === REVIEWERS_LOWERED)
}
