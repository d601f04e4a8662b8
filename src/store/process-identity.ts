import { readFileSync } from 'node:fs'

/** A pid alone is reused; with its start time and the machine's boot it names one process for ever. */
export interface ProcessIdentity {
  pid: number
  /** Clock ticks from boot to the start, as the kernel prints them. Empty where there is no /proc. */
  start: string
  boot: string
}

export function identityOf(pid: number): ProcessIdentity | null {
  const boot = readProc('/proc/sys/kernel/random/boot_id')
  if (boot === null) return answersSignals(pid) ? { pid, start: '', boot: '' } : null
  const start = startOf(pid)
  return start === null ? null : { pid, start, boot: boot.trim() }
}

export function isAlive(identity: ProcessIdentity): boolean {
  const now = identityOf(identity.pid)
  return now !== null && now.start === identity.start && now.boot === identity.boot
}

/** The command name may hold spaces and brackets, so fields are counted from the last bracket. */
function startOf(pid: number): string | null {
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, start] = [fields[0], fields[19]]
  // A zombie is dead; where nobody reaps it, it would hold its locks for ever.
  return state === 'Z' || state === 'X' || start === undefined ? null : start
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // Gone, or no /proc on this system: either way there is nothing to read.
    return null
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
