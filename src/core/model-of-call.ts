import type { Config } from '../config/schema.ts'
import { resolveModel, shiftTier } from '../policy/models.ts'
import type { RunState } from './state.ts'

/** The configured model; a tier up for whoever replaces an agent that was corrected in vain. */
export function modelOfCall(
  state: RunState,
  { models }: Pick<Config, 'models'>,
  { role, agent, step }: { role: string; agent: string; step: string },
): string | null {
  const agents = state.start?.agents ?? {}
  const model = resolveModel(models, state.workflow, { role, agent, agents })
  return shiftTier(models.tiers, model, state.recalls[step]?.lift ?? 0)
}
