import type { ProcessEntry, ProcessTable } from './process-table.ts'

/** Runs `ps` with these arguments; `null` if it failed. */
export type RunPs = (args: string[]) => string | null

/** Where there is no /proc: a snapshot by `ps`, taken anew each time the pids are asked for. Best effort. */
export function createPsTable(runPs: RunPs): ProcessTable {
  let entries = new Map<number, ProcessEntry>()
  let environments: Map<number, string[]> | null = null
  return {
    pids() {
      entries = parsePs(runPs(['-Ao', 'pid=,ppid=,pgid=,stat=,lstart=']) ?? '')
      environments = null
      return [...entries.keys()]
    },
    read: (pid) => entries.get(pid) ?? null,
    environment(pid) {
      environments ??= parsePsEnvironments(runPs(['-AEww', '-o', 'pid=,command=']) ?? '')
      return environments.get(pid) ?? null
    },
    birthmark: () => null,
    wear: () => {},
  }
}

export function parsePs(text: string): Map<number, ProcessEntry> {
  const entries = new Map<number, ProcessEntry>()
  for (const line of text.split('\n')) {
    const [pid, ppid, group, state, ...started] = line.trim().split(/\s+/)
    const start = Date.parse(started.join(' '))
    if (state === undefined || state.startsWith('Z') || Number.isNaN(start)) continue
    entries.set(Number(pid), { pid: Number(pid), ppid: Number(ppid), group: Number(group), start })
  }
  return entries
}

/** `ps` prints arguments and environment on one line, so words stand for entries; a leash holds no spaces. */
export function parsePsEnvironments(text: string): Map<number, string[]> {
  const environments = new Map<number, string[]>()
  for (const line of text.split('\n')) {
    const [pid, ...words] = line.trim().split(/\s+/)
    if (words.length > 0) environments.set(Number(pid), words)
  }
  return environments
}
