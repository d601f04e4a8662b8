import type { Birthmark, ProcessEntry, ProcessTable } from './process-table.ts'

export interface Leash {
  /** `<leash>@<supervisor>`; without the supervisor it means every one's. */
  marker: string
  birthmark: Birthmark | null
  /** Nothing that started earlier can be ours. */
  since: number
}

export type Relative = Pick<ProcessEntry, 'pid' | 'start' | 'group'>

/** Everything that a supervised process started, however deep, and however it tried to get away. */
export interface Family {
  /** The supervised process itself, right after its start. */
  adopt(pid: number): void
  /** Who lives. Reads only processes not seen before, so it is cheap enough for a timer. */
  look(): Relative[]
  /** The same with every process read anew: pids may have been given out again. */
  lookAgain(): Relative[]
}

/** A process that ends while we look may leave a child we did not list: we look again, so often at most. */
const MAX_ROUNDS = 50

export function createFamily(table: ProcessTable, leash: Leash, known: Iterable<number> = []): Family {
  const members = new Map<number, ProcessEntry>()
  let strangers = new Set(known)
  let since = leash.since

  /** Returns whether something ended between the listing and the reading. */
  const round = (pids: number[]): boolean => {
    const present = new Set(pids)
    for (const pid of members.keys()) if (!present.has(pid)) members.delete(pid)
    strangers = new Set(pids.filter((pid) => strangers.has(pid)))
    let vanished = false
    const fresh: ProcessEntry[] = []
    for (const pid of pids) {
      if (strangers.has(pid) || members.has(pid) || pid === process.pid) continue
      const entry = table.read(pid)
      if (entry === null) vanished = true
      if (entry === null || entry.start < since) strangers.add(pid)
      else fresh.push(entry)
    }
    return classify(fresh) || vanished
  }

  /** Who ended before its marks could be read was perhaps one of ours: true means that there was such a one. */
  const classify = (fresh: ProcessEntry[]): boolean => {
    const unknown = new Set(fresh)
    admit(unknown, (entry) => members.has(entry.ppid))
    admit(unknown, (entry) => members.has(entry.ppid) || bears(table, entry, leash))
    for (const entry of unknown) strangers.add(entry.pid)
    return [...unknown].some(({ pid }) => isEnding(table, pid, leash))
  }

  const admit = (unknown: Set<ProcessEntry>, isOurs: (entry: ProcessEntry) => boolean) => {
    for (let before = -1; before !== unknown.size; ) {
      before = unknown.size
      for (const entry of unknown) {
        if (!isOurs(entry)) continue
        members.set(entry.pid, entry)
        unknown.delete(entry)
      }
    }
  }

  /** Returns whether there was one: it, too, may have left a child that was not listed. */
  const dropDead = (): boolean => {
    const before = members.size
    for (const member of members.values()) {
      if (table.read(member.pid)?.start !== member.start) members.delete(member.pid)
    }
    return members.size < before
  }

  const look = (): Relative[] => {
    for (let rounds = 0, moving = true; moving && rounds < MAX_ROUNDS; rounds++) {
      moving = round(table.pids())
      moving = dropDead() || moving
    }
    return [...members.values()]
  }

  return {
    adopt(pid) {
      const entry = table.read(pid)
      if (entry === null) return
      members.set(pid, entry)
      since = entry.start
    },
    look,
    lookAgain() {
      strangers = new Set()
      dropDead()
      return look()
    },
  }
}

/** A process gives its memory back, and its marks with it, well before it counts as dead. A kernel's thread has none. */
function isEnding(table: ProcessTable, pid: number, leash: Leash): boolean {
  return (leash.birthmark !== null && table.birthmark(pid) === null) || table.read(pid) === null
}

/** Its environment says so; or it was born to one of ours, lost its environment, and belongs to nobody else's leash. */
function bears(table: ProcessTable, entry: ProcessEntry, leash: Leash): boolean {
  const worn = leashesIn(table.environment(entry.pid) ?? [])
  if (worn.some((one) => one === leash.marker || one.startsWith(`${leash.marker}@`))) return true
  if (leash.birthmark === null || worn.length > 0) return false
  const mark = table.birthmark(entry.pid)
  return mark !== null && mark.oom === leash.birthmark.oom && mark.filter === leash.birthmark.filter
}

const LEASH = 'WIGGUM_LEASH='
const OUTER = 'WIGGUM_OUTER_LEASH='

function leashesIn(environment: string[]): string[] {
  return environment.flatMap((entry) => {
    if (entry.startsWith(LEASH)) return [entry.slice(LEASH.length)]
    return entry.startsWith(OUTER) ? entry.slice(OUTER.length).split(' ') : []
  })
}

/** A supervisor inside a supervised process keeps the outer leash on, so that the outer sweep finds its agents too. */
export function leashedEnvironment(env: Record<string, string>, leash: string, own: NodeJS.ProcessEnv) {
  const outer = [own.WIGGUM_OUTER_LEASH, own.WIGGUM_LEASH].filter((value) => value !== undefined)
  const leashed: Record<string, string> = { ...env, WIGGUM_LEASH: leash }
  if (outer.length > 0) leashed.WIGGUM_OUTER_LEASH = outer.join(' ')
  return leashed
}
