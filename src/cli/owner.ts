import { existsSync, readFileSync } from 'node:fs'
import type { Layout } from '../store/layout.ts'
import { isAlive, type ProcessIdentity } from '../store/process-identity.ts'

/** The live process that works on a run, by its lock; a lock whose owner is dead counts as none. */
export function liveOwner(layout: Layout, runId: string): ProcessIdentity | null {
  const path = layout.lock(`run-${runId}`)
  if (!existsSync(path)) return null
  try {
    const owner: ProcessIdentity = JSON.parse(readFileSync(path, 'utf8'))
    return isAlive(owner) ? owner : null
  } catch {
    // Being written or released this very moment: the next look will tell.
    return null
  }
}
