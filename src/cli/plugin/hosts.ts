import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent } from '../../agents/agent.ts'
import { claude } from '../../agents/claude.ts'
import { codex } from '../../agents/codex.ts'
import { ownFile } from '../../agents/own-file.ts'
import type { HostName } from '../../live/session.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import type { Call } from '../command.ts'
import { homeOf, type Scope } from './scope.ts'

/** What a host reads, and where. */
export interface Host {
  title: string
  agent: Agent
  /** The JSON file with the hooks. */
  settings(scope: Scope, env: Call['env']): string
  /** The plugin's file with the hooks for it. */
  hooks: string
  /** Files of the plugin that it reads from a folder of its own: ours → theirs. */
  copies(scope: Scope, env: Call['env']): { from: string; to: string }[]
  /** It gives up after a few checks in a row unless it is told otherwise. */
  capped: boolean
  /** How a loop is begun there. */
  begin: string
  /** What the user still has to do. */
  remark: string | null
}

const COMMANDS = ['loop', 'cancel', 'status'].map((name) => `commands/${name}.md`)

export const hosts: Record<HostName, Host> = {
  claude: {
    title: 'Claude Code',
    agent: claude,
    settings: (scope, env) =>
      join(claudeFolder(scope, env), scope.root === null ? 'settings.json' : 'settings.local.json'),
    hooks: 'hooks/hooks.json',
    // Plain files and no marketplace: it works in every version, without a question, and leaves nothing behind.
    copies: (scope, env) => {
      const folder = claudeFolder(scope, env)
      const commands = COMMANDS.map((from) => ({
        from,
        to: join(folder, from.replace('commands/', 'commands/wiggum/')),
      }))
      const skill = 'skills/wiggum/SKILL.md'
      return [...commands, { from: skill, to: join(folder, skill) }]
    },
    capped: true,
    begin: '/wiggum:loop <task>',
    remark: null,
  },
  codex: {
    title: 'Codex',
    agent: codex,
    settings: ({ root }, env) =>
      join(
        root === null ? env.CODEX_HOME || join(homeOf(env), '.codex') : join(root, '.codex'),
        'hooks.json',
      ),
    hooks: 'codex/hooks.json',
    copies: () => [],
    capped: false,
    begin: 'wiggum:loop <task>',
    remark: 'Codex runs no hook that you do not trust: start it, type /hooks, and trust those of wiggum.',
  },
}

function claudeFolder({ root }: Scope, env: Call['env']): string {
  return root === null ? env.CLAUDE_CONFIG_DIR || join(homeOf(env), '.claude') : join(root, '.claude')
}

/** Files of Claude Code's that count where the one of this scope is silent, the nearest first. */
export function otherSettings({ root }: Scope, env: Call['env']): string[] {
  if (root === null) return []
  const forAll = hosts.claude.settings({ root: null, exclude: null }, env)
  return [join(root, '.claude', 'settings.json'), forAll]
}

/** The plugin as it came with this wiggum. */
export function pluginSource(): string {
  const script = ownFile('plugin/hook.sh')
  if (script === null)
    throw new Problem(EXIT.environment, "wiggum's folder plugin/ is missing", 'Install wiggum again.')
  return join(script, '..')
}

export function sourceFile(path: string): Buffer {
  return readFileSync(join(pluginSource(), path))
}
