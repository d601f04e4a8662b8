import type { OwnAcpAgents } from './acp.ts'
import type { Agent } from './agent.ts'

/** Every agent that needs no argument, loaded only where somebody names it. Adding one: its file, and a line here. */
const agents: Readonly<Record<string, () => Promise<Agent>>> = {
  claude: async () => (await import('./claude.ts')).claude,
  codex: async () => (await import('./codex.ts')).codex,
  pi: async () => (await import('./pi.ts')).pi,
}

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
export async function knownAgents(own: OwnAcpAgents): Promise<string[]> {
  const { acpNames } = await import('./acp.ts')
  return [...new Set([...defaultOrder, ...Object.keys(agents), ...acpNames(own)])]
}

const SCRIPTED = 'scripted:'
const ACP = 'acp:'

/** `own` are the agents the user added under `acp` in the configuration. */
export async function agentByName(
  name: string,
  own: OwnAcpAgents = {},
): Promise<{ ok: true; agent: Agent } | { ok: false; problem: string }> {
  const agent = await loadAgent(name, own)
  if (agent) return { ok: true, agent }
  const { acpNames } = await import('./acp.ts')
  const known = [...Object.keys(agents), ...acpNames(own), `${SCRIPTED}<file>`].join(', ')
  return { ok: false, problem: `there is no agent named "${name}"; known are ${known}` }
}

async function loadAgent(name: string, own: OwnAcpAgents): Promise<Agent | null> {
  if (name.startsWith(SCRIPTED) && name.length > SCRIPTED.length)
    return (await import('./scripted.ts')).scriptedAgent(name.slice(SCRIPTED.length))
  if (name.startsWith(ACP)) return (await import('./acp.ts')).acpAgent(name.slice(ACP.length), own)
  return Object.hasOwn(agents, name) ? agents[name]!() : null
}

/** The names an agent needs from this environment: its own list, and what the user's choices in it add. */
export function environmentNames(agent: Agent, env: Readonly<Record<string, string | undefined>>): string[] {
  const chosen = (agent.envNamesWhen ?? []).filter(({ when }) => isOn(env[when]))
  return [...agent.envNames, ...chosen.flatMap(({ names }) => names)]
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value.toLowerCase())
}
