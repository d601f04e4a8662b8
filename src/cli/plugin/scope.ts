import { homedir } from 'node:os'
import { join } from 'node:path'
import type { HostName } from '../../live/session.ts'
import { baseEnvironment } from '../../runtime/environment.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { capture } from '../../runtime/supervise.ts'
import { type Call, flag, text } from '../command.ts'

export const hostNames: HostName[] = ['claude', 'codex']

/** Where a plugin works: in every project of the user's (`root` is `null`), or in one. */
export interface Scope {
  root: string | null
  /** The file in which this repository ignores what is only for this machine; `null` without git. */
  exclude: string | null
}

export async function scopeOf(call: Call): Promise<Scope> {
  if (flag(call, 'project') && flag(call, 'user'))
    throw new Problem(EXIT.usage, '--project and --user exclude each other', 'Give one of them.')
  return flag(call, 'project') ? projectAt(call) : { root: null, exclude: null }
}

/** The repository's top folder; without git, the folder itself. */
export async function projectAt(call: Call): Promise<Scope & { root: string }> {
  const args = ['rev-parse', '--path-format=absolute', '--show-toplevel', '--git-path', 'info/exclude']
  const { code, stdout } = await capture('git', args, { cwd: call.cwd, env: baseEnvironment(call.env) })
  const [root = '', exclude = ''] = stdout.toString('utf8').split('\n')
  return code === 0 && root !== '' ? { root, exclude } : { root: call.cwd, exclude: null }
}

/** `null`: the user named none. */
export function namedHosts(call: Call): HostName[] | null {
  const name = text(call, 'host')
  if (name === null) return null
  return hostNames.filter((host) => name === 'all' || host === name)
}

/** The plugin's own folder: hosts are told of the script in it, so that it stays where it is from version to version. */
export function pluginFolder(env: Call['env']): string {
  return join(env.XDG_DATA_HOME || join(homeOf(env), '.local', 'share'), 'wiggum', 'plugin')
}

export function homeOf(env: Call['env']): string {
  return env.HOME || homedir()
}

export function scopeWords({ root }: Pick<Scope, 'root'>): string {
  return root === null ? 'for all your projects' : `for you in ${root}`
}
