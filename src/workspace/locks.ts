import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_MS = 5_000
const POLL_MS = 50

interface LockRules {
  /** An action of ours was under way when we died: only then may a lock be ours to remove. */
  ours: boolean
  /** Folders a git process that owns the lock would be working in. */
  places: string[]
}

/** True when the lock is gone. A live one is waited for and never removed; a stale one only with proof. */
export async function lockReleased(lock: string, rules: LockRules): Promise<boolean> {
  const until = performance.now() + WAIT_MS
  while (existsSync(lock)) {
    if (rules.ours && isAbandoned(lock, rules.places)) rmSync(lock, { force: true })
    else if (performance.now() > until) return false
    else await sleep(POLL_MS)
  }
  return true
}

/** For a repository that is ours alone: locks that a killed git left behind. */
export function clearStaleLocks(gitDir: string): void {
  for (const lock of locksBelow(gitDir)) {
    if (isAbandoned(lock, [gitDir])) rmSync(lock, { force: true })
  }
}

function locksBelow(gitDir: string): string[] {
  const top = readdirSync(gitDir).filter((name) => name.endsWith('.lock'))
  const refs = readdirSync(join(gitDir, 'refs'), { recursive: true, encoding: 'utf8' })
  return [
    ...top.map((name) => join(gitDir, name)),
    ...refs.filter((name) => name.endsWith('.lock')).map((name) => join(gitDir, 'refs', name)),
  ]
}

/** Proof, or no: nobody has the file open, and no git process works in one of the places. Without /proc there is no proof. */
function isAbandoned(lock: string, places: string[]): boolean {
  const pids = processIds()
  return pids !== null && !pids.some((pid) => hasOpen(pid, lock) || isGitIn(pid, places))
}

function processIds(): string[] | null {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return null
  }
}

function hasOpen(pid: string, path: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).some((fd) => linkOf(`${folder}/${fd}`) === path)
  } catch {
    return false
  }
}

function isGitIn(pid: string, places: string[]): boolean {
  if (!isGit(pid)) return false
  try {
    const cwd = readlinkSync(`/proc/${pid}/cwd`)
    return places.some((place) => cwd === place || cwd.startsWith(place + sep))
  } catch (error) {
    // A process on its way out has no folder any more; one whose folder we may not see could be the owner.
    return !(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
  }
}

function isGit(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('git')
  } catch {
    return false
  }
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
