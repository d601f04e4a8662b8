import { type Chains, chainOf } from '../core/chains.ts'

interface ModelChoice {
  default: string | null
  archetypes: Record<string, string>
}

interface Models extends ModelChoice {
  workflows: Record<string, ModelChoice>
  /** Agent → its model, where no wish above is meant for it. */
  agents?: Record<string, string>
}

/** Who plays the role, among whom. */
export interface Player {
  role: string
  agent: string
  agents: Chains
}

/**
 * The narrower wish wins. A model's name belongs to one agent: a wish for a role is for the role's first agent, a wish
 * for all is for the first of all. `null`: nobody wished, so the agent's own default stands.
 */
export function resolveModel(
  models: Models,
  workflow: string,
  { role, agent, agents }: Player,
): string | null {
  const narrow = own(models.workflows, workflow)
  const ofRole = (archetypes: Record<string, string> | undefined) =>
    archetypes && chainOf(agents, role)[0] === agent ? own(archetypes, role) : undefined
  const ofAll = (name: string | null | undefined) =>
    chainOf(agents, 'default')[0] === agent ? (name ?? undefined) : undefined
  return (
    ofRole(narrow?.archetypes) ??
    ofAll(narrow?.default) ??
    ofRole(models.archetypes) ??
    ofAll(models.default) ??
    own(models.agents ?? {}, agent) ??
    null
  )
}

// A role named 'constructor' must not find Object's.
function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** So many tiers up, or down where it is negative. A model that is in no tier stays what it is. */
export function shiftTier(tiers: string[], model: string | null, by: number): string | null {
  const at = model === null ? -1 : tiers.indexOf(model)
  if (at === -1) return model
  return tiers[Math.min(Math.max(at + by, 0), tiers.length - 1)]!
}
