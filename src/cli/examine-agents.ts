import { existsSync, readFileSync } from 'node:fs'
import type { Account, Agent, Capabilities, FoundAgent } from '../agents/agent.ts'
import { agentByName, defaultOrder, environmentNames, knownAgents } from '../agents/index.ts'
import { cleanText } from '../contracts/clean-text.ts'
import { baseEnvironment, withNames } from '../runtime/environment.ts'
import { Problem } from '../runtime/problem.ts'
import { openProject, type Project } from '../runtime/project.ts'
import { capture } from '../runtime/supervise.ts'
import type { Call } from './command.ts'
import type { Check } from './examine.ts'

export interface AgentCheck extends Check {
  agent: {
    installed: boolean
    version: string | null
    file: string | null
    login: Account['state']
    /** What wiggum has to do without. */
    lacks: string[]
    /** A run that names no agent would use it. */
    default: boolean
  }
}

const VERSION_TIMEOUT_MS = 10_000

const LACKS: Record<keyof Capabilities, string> = {
  resume: 'going on with a conversation',
  usage: 'token counts',
  cost: 'costs',
  budget: 'a budget of its own',
  model: 'a choice of model',
  effort: 'a choice of effort',
}

/** Every known agent: whether it is here, which version, logged in or not, and what it lacks. */
export async function examineAgents(call: Call): Promise<AgentCheck[]> {
  const config = await configOf(call)
  const own = config?.acp ?? {}
  const checks = await Promise.all((await knownAgents(own)).map((name) => look(name, own, call)))
  const found = checks.flatMap((check) => check ?? [])
  const chosen = [config?.agent ?? firstThere(found) ?? []].flat()
  return found.map((check) => words(check, { chosen, anybody: found.some(({ there }) => there.ok) }))
}

/** A broken configuration is said in its own line; agents can be looked for without it. */
async function configOf(call: Call): Promise<Project['config'] | null> {
  try {
    return (await openProject(call.cwd, call.env)).config
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

interface Looked {
  agent: Agent
  there: Awaited<ReturnType<Agent['find']>>
  version: string | null
  account: Account
}

async function look(name: string, own: Project['config']['acp'], call: Call): Promise<Looked | null> {
  const known = await agentByName(name, own)
  if (!known.ok) return null
  const { agent } = known
  const there = await agent.find(call.env.PATH ?? '')
  const version = there.ok ? await versionOf(agent, there, call) : null
  return { agent, there, version, account: accountOf(agent, call) }
}

async function versionOf(agent: Agent, found: FoundAgent, call: Call): Promise<string | null> {
  if (found.version !== null) return found.version
  const env = withNames(baseEnvironment(call.env), call.env, environmentNames(agent, call.env))
  const { code, stdout } = await capture(found.file, ['--version'], { env, timeoutMs: VERSION_TIMEOUT_MS })
  const first = stdout.toString().trim().split('\n')[0] ?? ''
  return code === 0 && first !== '' ? cleanText(first, 80) : null
}

function accountOf(agent: Agent, { env }: Call): Account {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      // Not there, or not ours to read: then it says nothing.
      return null
    }
  }
  return agent.account?.({ env, exists: existsSync, read }) ?? { state: 'unknown', how: 'it does not say' }
}

function firstThere(all: Looked[]): string | null {
  const there = all.filter(({ there }) => there.ok).map(({ agent }) => agent.name)
  return defaultOrder.find((name) => there.includes(name)) ?? null
}

function words(
  { agent, there, version, account }: Looked,
  { chosen, anybody }: { chosen: string[]; anybody: boolean },
): AgentCheck {
  const lacks = lacksOf(agent.capabilities)
  const isDefault = chosen.includes(agent.name)
  const facts = { version, login: account.state, lacks, default: isDefault }
  const name = `agent ${agent.name}`
  if (!there.ok) {
    // One that is wanted here, or the only hope there was, is missing; any other is merely not there.
    const state = isDefault || !anybody ? ('missing' as const) : ('note' as const)
    const detail = `${there.problem}: ${there.fix}`
    return { name, state, detail, agent: { ...facts, installed: false, file: null } }
  }
  const parts = [
    `${version ?? 'version unknown'} (${there.file})`,
    loginWords(account),
    lacks.length > 0 ? `without ${lacks.join(', ')}` : '',
    isDefault ? 'used by default' : '',
  ]
  const state = account.state === 'no' ? ('note' as const) : ('ok' as const)
  const detail = parts.filter(Boolean).join('; ')
  return { name, state, detail, agent: { ...facts, installed: true, file: there.file } }
}

function lacksOf(capabilities: Capabilities): string[] {
  // `Object.keys` forgets the names' type; these are the table's own.
  const names = Object.keys(LACKS) as (keyof Capabilities)[]
  return names.filter((name) => !capabilities[name]).map((name) => LACKS[name])
}

function loginWords({ state, how }: Account): string {
  if (state === 'yes') return `logged in: ${how}`
  return state === 'no' ? `not logged in: ${how}` : `login not known: ${how}`
}
