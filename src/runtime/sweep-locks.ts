import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Layout } from '../store/layout.ts'
import { tryLock } from '../store/lock.ts'

/** Locks of runs that are gone, left by whoever was killed while removing them. A run's log is there before its lock. */
export function sweepLocks(layout: Layout): void {
  for (const name of readdirSync(dirname(layout.lock('run')))) {
    const [, run] = /^run-(.+)\.lock$/.exec(name) ?? []
    if (run === undefined || existsSync(layout.log(run))) continue
    const attempt = tryLock(layout.lock(`run-${run}`))
    if (attempt.held) attempt.lock.release()
  }
}
