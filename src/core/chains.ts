import type { EventData } from './events.ts'

/** Role → the agents that play it, first choice first; `default` for the rest. */
export type Chains = EventData['run.start']['agents']

/** Whoever called us: a session of a person's own plays this role itself. */
export const HOST = 'host'

export function chainOf(agents: Chains, role: string): string[] {
  const own = Object.hasOwn(agents, role) ? agents[role] : agents.default
  return own === undefined ? [] : [own].flat()
}

/** Every agent that some role may call; the session that called us is nobody to look for. */
export function allAgents(agents: Chains): string[] {
  return [...new Set(Object.values(agents).flat())].filter((name) => name !== HOST)
}

/** For people: a scenario's path is of no interest, that it is a scenario is. */
export function shownAgent(name: string): string {
  return name.startsWith('scripted:') ? 'scripted' : name
}

/** One model's limit says nothing of another's. */
export function troubleKey(agent: string, model: string | null): string {
  return `${agent} ${model ?? ''}`
}
