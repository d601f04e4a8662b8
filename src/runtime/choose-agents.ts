import { agentByName, defaultOrder } from '../agents/index.ts'
import type { AgentChoice } from './context.ts'
import { EXIT, Problem } from './problem.ts'

/** Role → name of the agent that plays it; `default` for the rest. */
export type AgentNames = Record<string, string>

/** The agent asked for, or the first of the default order that is installed. Never the scripted one by itself. */
export async function chooseAgents(
  wanted: string | null,
  perRole: AgentNames,
  path: string,
): Promise<AgentNames> {
  const name = wanted ?? (await firstInstalled(path))
  const names = { default: name, ...perRole }
  for (const each of new Set(Object.values(names))) await findAgent(each, path)
  return names
}

async function findAgent(name: string, path: string): Promise<AgentChoice> {
  const known = agentByName(name)
  if (!known.ok) throw new Problem(EXIT.usage, known.problem, '')
  const found = await known.agent.find(path)
  if (!found.ok) throw new Problem(EXIT.agent, found.problem, found.fix)
  return { agent: known.agent, found }
}

/** Looked up once; every call of the role gets the same. */
export async function agentTable(names: AgentNames, path: string): Promise<(role: string) => AgentChoice> {
  const table = new Map<string, AgentChoice>()
  for (const name of new Set(Object.values(names))) table.set(name, await findAgent(name, path))
  return (role) => table.get(names[role] ?? names.default!)!
}

async function firstInstalled(path: string): Promise<string> {
  for (const name of defaultOrder) {
    const known = agentByName(name)
    if (known.ok && (await known.agent.find(path)).ok) return name
  }
  throw new Problem(
    EXIT.agent,
    'No coding agent was found on PATH',
    'Install Claude Code (npm install -g @anthropic-ai/claude-code), or name one with --agent; `wiggum doctor` says what is there.',
  )
}
