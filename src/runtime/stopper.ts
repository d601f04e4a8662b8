import type { Family, Relative } from './family.ts'
import type { Outcome } from './process-spec.ts'
import type { Child } from './supervise.ts'
import { signal } from './sweep.ts'

/** A killed process that is still there after this hangs in the kernel; we do not hang with it. */
const UNKILLABLE_MS = 5000

export interface Stopper {
  /** The first reason counts; later ones change nothing. */
  stop(why: Outcome, graceMs: number): void
  reason(): Outcome | null
  /** What descendants that were asked to end have left before they are killed; `null` if none was asked. */
  graceLeftMs(): number | null
  /** Resolves if even SIGKILL did not end it. */
  gaveUp: Promise<void>
  clear(): void
}

/** SIGTERM to the group and to every known descendant, SIGKILL to all after the grace. */
export function createStopper(child: Child, family: Family, keeper: boolean): Stopper {
  let reason: Outcome | null = null
  let timer: NodeJS.Timeout | undefined
  let killAt = 0
  let giveUp = () => {}
  const gaveUp = new Promise<void>((resolve) => {
    giveUp = resolve
  })

  const kill = () => {
    signalAll(child, family.lookAgain(), 'SIGKILL')
    timer = setTimeout(giveUp, UNKILLABLE_MS)
  }

  return {
    stop(why, graceMs) {
      if (reason !== null || hasExited(child)) return
      reason = why
      askToEnd(child, family.look(), keeper)
      timer = setTimeout(kill, graceMs)
      killAt = performance.now() + graceMs
    },
    reason: () => reason,
    graceLeftMs: () => (reason === null ? null : Math.max(0, killAt - performance.now())),
    gaveUp,
    clear: () => clearTimeout(timer),
  }
}

/** A keeper that is ended takes everybody inside with it, at once: they are asked in its place, if there are any yet. */
function askToEnd(child: Child, members: Relative[], keeper: boolean): void {
  const inside = keeper ? members.filter(({ pid }) => pid !== child.pid) : []
  if (inside.length === 0) signalAll(child, members, 'SIGTERM')
  for (const { pid } of inside) signal(pid, 'SIGTERM')
}

function signalAll(child: Child, members: Relative[], name: NodeJS.Signals): void {
  if (child.pid === undefined || hasExited(child)) return
  signal(-child.pid, name)
  // Whoever is in the group has it already: to some programs a second SIGTERM means "drop everything".
  for (const { pid, group } of members) if (group !== child.pid) signal(pid, name)
}

function hasExited(child: Child): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
