import { closeSync, existsSync, openSync, readdirSync, readSync, writeFileSync } from 'node:fs'
import { createPsTable, type RunPs } from './ps-table.ts'

/** A pid alone is not an identity: the system gives it out again. */
interface ProcessIdentity {
  pid: number
  /** In the table's own unit; only compared. */
  start: number
}

export interface ProcessEntry extends ProcessIdentity {
  ppid: number
  group: number
}

/**
 * Two attributes that every descendant inherits and that survive a cleared environment, a new session and closed files:
 * how soon the kernel's memory killer takes it (agents before the supervisor), and three core-dump bits nobody else sets.
 */
export interface Birthmark {
  oom: number
  filter: number
}

export interface ProcessTable {
  pids(): number[]
  /** `null`: gone, or dead and only waiting to be collected. */
  read(pid: number): ProcessEntry | null
  /** NAME=value entries; `null` where we may not look. */
  environment(pid: number): string[] | null
  birthmark(pid: number): Birthmark | null
  /** Marks this very process, and so whatever it starts from now on. */
  wear(birthmark: Birthmark): void
}

export function createProcessTable(runPs: RunPs): ProcessTable {
  return hasProc() ? procTable : createPsTable(runPs)
}

/** How sure we can be that nothing an agent started is left behind. */
export function containment(): { kind: 'proc' | 'best-effort'; note: string } {
  if (!hasProc()) {
    const note =
      'processes are found with ps: a daemon that cleared its environment between two looks can escape'
    return { kind: 'best-effort', note }
  }
  if (procTable.birthmark(process.pid) === null) {
    const note =
      'this kernel has no inherited marks: a daemon that cleared its environment quickly can escape'
    return { kind: 'best-effort', note }
  }
  return {
    kind: 'proc',
    note: 'descendants are found through /proc by environment, parent and inherited marks',
  }
}

/** Dumps of DAX pages and of shared huge pages. More than one choice: supervisors of two runs must rarely make the same. */
const DUMP_BITS = [0x80, 0x100, 0x180, 0xc0, 0x140, 0x1c0]
const OOM_LOWEST = 300
const OOM_HIGHEST = 1000

/** A mark that no call in `taken` bears. It must be above our own value: an unprivileged process may not go below it. */
export function chooseBirthmark(own: Birthmark | null, taken: ReadonlySet<number>): Birthmark | null {
  if (own === null) return null
  const above = Math.max(own.oom, OOM_LOWEST)
  const free: number[] = []
  for (let oom = above + 1; oom < OOM_HIGHEST; oom++) if (!taken.has(oom)) free.push(oom)
  const oom = anyOf(free)
  return oom === undefined ? null : { oom, filter: own.filter | (anyOf(DUMP_BITS) ?? 0) }
}

function anyOf(numbers: number[]): number | undefined {
  return numbers[Math.floor(Math.random() * numbers.length)]
}

function hasProc(): boolean {
  return existsSync('/proc/self/stat')
}

const procTable: ProcessTable = {
  pids() {
    const pids: number[] = []
    for (const name of readdirSync('/proc')) if (isDigit(name.charCodeAt(0))) pids.push(Number(name))
    return pids
  },
  read(pid) {
    const stat = readProc(pid, 'stat')
    return stat === null ? null : parseStat(pid, stat)
  },
  environment(pid) {
    return readProc(pid, 'environ')?.split('\0') ?? null
  },
  birthmark(pid) {
    const oom = Number.parseInt(readProc(pid, 'oom_score_adj') ?? '', 10)
    const filter = Number.parseInt(readProc(pid, 'coredump_filter') ?? '', 16)
    return Number.isNaN(oom) || Number.isNaN(filter) ? null : { oom, filter }
  },
  wear({ oom, filter }) {
    try {
      writeFileSync('/proc/self/oom_score_adj', String(oom), { flag: 'r+' })
      writeFileSync('/proc/self/coredump_filter', `0x${filter.toString(16)}`, { flag: 'r+' })
    } catch {
      // A /proc we may only read: then environment and parents must tell.
    }
  },
}

/** The name in parentheses may hold anything, parentheses too; the fields after the last one are fixed. */
export function parseStat(pid: number, stat: string): ProcessEntry | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, ppid, group] = fields
  const threads = Number(fields[17])
  const start = Number(fields[19])
  if (Number.isNaN(start) || state === 'X') return null
  // A zombie with threads is a process whose first thread ended early: it still runs.
  if (state === 'Z' && !(threads > 1)) return null
  return { pid, ppid: Number(ppid), group: Number(group), start }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

let scratch = Buffer.allocUnsafe(64 * 1024)

/** One open, read, close: `readFileSync` costs twice that, and a look reads hundreds of these. */
function readProc(pid: number, name: string): string | null {
  let file: number
  try {
    file = openSync(`/proc/${pid}/${name}`, 'r')
  } catch {
    return null
  }
  try {
    let length = readSync(file, scratch, 0, scratch.length, null)
    while (length === scratch.length) {
      scratch = Buffer.concat([scratch, Buffer.allocUnsafe(scratch.length)])
      length += readSync(file, scratch, length, scratch.length - length, null)
    }
    return scratch.toString('utf8', 0, length)
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}
