import { acpAgent, acpNames, type OwnAcpAgents } from './acp.ts'
import type { Agent } from './agent.ts'
import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { pi } from './pi.ts'
import { scriptedAgent } from './scripted.ts'

/** Every agent that needs no argument. Adding one: its file, and a line here. */
const agents: Agent[] = [claude, codex, pi]

/** Which agent is used when the user names none. The scripted one is never among them: it does no work. */
export const defaultOrder: string[] = [
  'claude',
  'codex',
  'acp:gemini',
  'acp:qwen',
  'acp:opencode',
  'acp:copilot',
  'pi',
]

/** Every agent there is, those of the default order first. */
export function knownAgents(own: OwnAcpAgents): string[] {
  return [...new Set([...defaultOrder, ...agents.map(({ name }) => name), ...acpNames(own)])]
}

const SCRIPTED = 'scripted:'
const ACP = 'acp:'

/** `own` are the agents the user added under `acp` in the configuration. */
export function agentByName(
  name: string,
  own: OwnAcpAgents = {},
): { ok: true; agent: Agent } | { ok: false; problem: string } {
  if (name.startsWith(SCRIPTED) && name.length > SCRIPTED.length) {
    return { ok: true, agent: scriptedAgent(name.slice(SCRIPTED.length)) }
  }
  const agent = name.startsWith(ACP)
    ? acpAgent(name.slice(ACP.length), own)
    : agents.find((known) => known.name === name)
  if (agent) return { ok: true, agent }
  const known = [...agents.map((each) => each.name), ...acpNames(own), `${SCRIPTED}<file>`].join(', ')
  return { ok: false, problem: `there is no agent named "${name}"; known are ${known}` }
}

/** The names an agent needs from this environment: its own list, and what the user's choices in it add. */
export function environmentNames(agent: Agent, env: Readonly<Record<string, string | undefined>>): string[] {
  const chosen = (agent.envNamesWhen ?? []).filter(({ when }) => isOn(env[when]))
  return [...agent.envNames, ...chosen.flatMap(({ names }) => names)]
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value.toLowerCase())
}
