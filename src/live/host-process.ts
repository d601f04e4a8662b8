import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { identityOf, type ProcessIdentity } from '../store/process-identity.ts'

/** Between a host and its hook there may be shells. */
const SHELLS = new Set(['sh', 'dash', 'bash', 'zsh', 'ash', 'busybox', 'fish', 'env', 'timeout'])
const MAX_DEPTH = 8

/** The program that calls the hooks: the nearest ancestor that is no shell. `null`: this system does not tell. */
export function hostProcess(
  env: Record<string, string | undefined>,
  from = process.ppid,
): ProcessIdentity | null {
  // Claude Code says itself who it is.
  const said = Number(env.CLAUDE_PID)
  if (Number.isInteger(said) && said > 1) return identityOf(said)
  let pid = from
  for (let depth = 0; depth < MAX_DEPTH && pid > 1; depth++) {
    const stat = statOf(pid)
    if (stat === null) return null
    if (!SHELLS.has(basename(stat.name).replace(/^-/, ''))) return identityOf(pid)
    pid = stat.parent
  }
  return null
}

/** The name may hold spaces and brackets: it ends at the last one. */
function statOf(pid: number): { name: string; parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const end = stat.lastIndexOf(')')
    return {
      name: stat.slice(stat.indexOf('(') + 1, end),
      parent: Number(stat.slice(end + 2).split(' ')[1]),
    }
  } catch {
    return null
  }
}
