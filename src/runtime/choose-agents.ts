import type { OwnAcpAgents } from '../agents/acp.ts'
import type { Agent } from '../agents/agent.ts'
import { agentByName, defaultOrder } from '../agents/index.ts'
import { nearest } from '../config/nearest-key.ts'
import { allAgents, type Chains, HOST } from '../core/chains.ts'
import type { Choice } from '../core/selection.ts'
import type { AgentChoice } from './context.ts'
import { EXIT, Problem } from './problem.ts'

/** Where agents are looked for. */
export interface Machine {
  path: string
  /** The user's own, from the configuration. */
  acp: OwnAcpAgents
}

export interface AgentWish {
  /** As given on the command line: `claude,codex`, `maker=claude,guardian=codex`. */
  flag: string | null
  /** From the configuration. */
  agent: string | string[] | null
  agents: Record<string, string | string[]>
  /** Every role there is, built-in or the user's own. */
  roles: string[]
}

const ROLE = /^([a-z][a-z0-9_-]*)=(.*)$/

/** A list of agents, first choice first; `role=` begins the list of one role. */
function readAgentFlag(text: string): Record<string, string[]> {
  const chains: Record<string, string[]> = {}
  let role = 'default'
  for (const item of text.split(',').map((each) => each.trim())) {
    const [, named, rest] = ROLE.exec(item) ?? []
    if (named !== undefined) role = named
    const agent = rest ?? item
    if (agent === '')
      throw new Problem(
        EXIT.usage,
        `--agent "${text}" names no agent in one place`,
        'Write --agent claude, --agent claude,codex or --agent maker=claude,guardian=codex.',
      )
    chains[role] = [...(chains[role] ?? []), agent]
  }
  return chains
}

/** Who plays which role: the flag beats the configuration, and a role's own wish beats the one for all. */
export async function chooseAgents(
  wish: AgentWish,
  machine: Machine,
): Promise<{ agents: Chains; choice: Choice | null }> {
  const flagged = wish.flag === null ? {} : readAgentFlag(wish.flag)
  const all: Record<string, string | string[]> = { default: wish.agent ?? [], ...wish.agents, ...flagged }
  const { default: forAll = [], ...perRole } = all
  for (const role of Object.keys(perRole)) knownRole(role, wish.roles)
  const named = [forAll].flat()
  for (const name of [...named, ...Object.values(perRole).flat()]) await agentNamed(name, machine)
  const chains = { default: named.length > 0 ? named : [await firstInstalled(machine)], ...perRole }
  return withoutMissing(chains, machine)
}

function knownRole(role: string, known: string[]): void {
  if (known.includes(role)) return
  throw new Problem(
    EXIT.usage,
    `There is no role "${role}" that an agent could play`,
    `The nearest known is "${nearest(role, known)}"; known are ${known.join(', ')}.`,
  )
}

/** What is not installed here is left out of a chain, on the record; a chain with nobody left is an error. */
async function withoutMissing(
  chains: Record<string, string | string[]>,
  machine: Machine,
): Promise<{ agents: Chains; choice: Choice | null }> {
  const look = await agentTable(chains, machine)
  const isThere = (name: string) => look(name).found.ok
  const agents = Object.fromEntries(
    Object.entries(chains).map(([role, chain]) => {
      const there = [chain].flat().filter(isThere)
      return [role, there.length === 1 ? there[0]! : there]
    }),
  )
  const missing = allAgents(chains).filter((name) => !isThere(name))
  if (missing.length === 0) return { agents, choice: null }
  const rationale = missing.map((name) => problemOf(look(name))).join('; ')
  return { agents, choice: { chosen: allAgents(agents).join(', '), alternatives: missing, rationale } }
}

/** Looked up once; every call of the agent gets the same. Every role has somebody who is there. */
export async function agentTable(agents: Chains, machine: Machine): Promise<(name: string) => AgentChoice> {
  const table = new Map<string, AgentChoice>()
  for (const name of allAgents(agents)) table.set(name, await findAgent(name, machine))
  for (const chain of Object.values(agents)) {
    if (chain === HOST) continue
    const found = [chain].flat().map((name) => table.get(name)!.found)
    if (found.some(({ ok }) => ok)) continue
    const problems = found.flatMap((each) => (each.ok ? [] : [each]))
    const all = problems.map(({ problem }) => problem).join('; ')
    throw new Problem(EXIT.agent, all || 'A role has no agent', problems[0]?.fix ?? 'Name one with --agent.')
  }
  return (name) => {
    const choice = table.get(name)
    if (!choice) throw new Error(`the agent "${name}" is called, and the run did not name it`)
    return choice
  }
}

async function findAgent(name: string, machine: Machine): Promise<AgentChoice> {
  const agent = await agentNamed(name, machine)
  return { agent, found: await agent.find(machine.path) }
}

async function agentNamed(name: string, { acp }: Machine): Promise<Agent> {
  const known = await agentByName(name, acp)
  if (known.ok) return known.agent
  throw new Problem(EXIT.usage, known.problem, 'Name one of them with --agent, or in .wiggum/config.yaml.')
}

function problemOf({ agent, found }: AgentChoice): string {
  return found.ok ? `${agent.name} is there` : found.problem
}

async function firstInstalled(machine: Machine): Promise<string> {
  for (const name of defaultOrder) {
    const known = await agentByName(name, machine.acp)
    if (known.ok && (await known.agent.find(machine.path)).ok) return name
  }
  throw new Problem(
    EXIT.agent,
    'No coding agent was found on PATH',
    'Install Claude Code (npm install -g @anthropic-ai/claude-code), or name one with --agent; `wiggum doctor` says what is there.',
  )
}
