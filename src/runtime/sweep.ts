import { setTimeout as sleep } from 'node:timers/promises'
import type { Family, Relative } from './family.ts'

/** How long what is left over may take to end by itself once it was asked to. */
const POLITE_MS = 250
/** How long we go on killing: longer than this only a process stuck in the kernel lives. */
const GIVE_UP_MS = 5000
const PAUSE_MS = 5
const LONGEST_PAUSE_MS = 50

interface SweepOptions {
  /** Pids may have been given out again since the first look, or a kill was sent: read every process anew. */
  thorough: boolean
  /** SIGTERM was sent before, and this much of its grace is left; `null`: not asked yet. */
  graceLeftMs: number | null
}

/** Ends every living member and returns how many there were. Costs one cheap look when there is nobody. */
export async function sweep(family: Family, { thorough, graceLeftMs }: SweepOptions): Promise<number> {
  let living = thorough ? family.lookAgain() : family.look()
  if (living.length === 0) return 0
  const seen = new Set<string>()
  note(living, seen)
  if (graceLeftMs === null) for (const { pid } of living) signal(pid, 'SIGTERM')
  living = await waitForEnd(family, seen, graceLeftMs ?? POLITE_MS)
  const deadline = performance.now() + GIVE_UP_MS
  // A member may fork while we list; only two empty lists in a row mean that nobody is left.
  for (let empty = 0; empty < 2 && performance.now() < deadline; living = family.lookAgain()) {
    empty = living.length === 0 ? empty + 1 : 0
    note(living, seen)
    for (const { pid } of living) signal(pid, 'SIGKILL')
    await sleep(PAUSE_MS)
  }
  return seen.size
}

async function waitForEnd(family: Family, seen: Set<string>, ms: number): Promise<Relative[]> {
  const deadline = performance.now() + ms
  let living = family.look()
  for (let pause = PAUSE_MS; living.length > 0 && performance.now() < deadline; pause *= 2) {
    await sleep(Math.min(pause, LONGEST_PAUSE_MS))
    living = family.look()
    note(living, seen)
  }
  return living
}

function note(living: Relative[], seen: Set<string>): void {
  for (const { pid, start } of living) seen.add(`${pid}:${start}`)
}

/** Signals to what is gone, or is not ours to signal, are no errors. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // ESRCH or EPERM: the next look tells whether it lives.
  }
}
