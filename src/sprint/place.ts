import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Layout } from '../store/layout.ts'

/** Where a queue and everything of its sprints lies. */
export interface SprintPlace {
  queue: string
  /** As it is named to a person. */
  shown: string
  log: string
  controlCenter: string
  /** Held by the one sprint that works the queue. */
  lock: string
  /** Held for a moment by whoever changes the file. */
  queueLock: string
}

export function sprintPlace(layout: Layout, cwd: string, wanted: string | null): SprintPlace {
  // The file itself: writing it anew must not put a file in the place of a link.
  const queue = realPath(wanted === null ? join(layout.dir, 'queue.json') : resolve(cwd, wanted))
  const key = keyOf(queue)
  return {
    queue,
    shown: wanted ?? (relative(cwd, queue) || queue),
    log: join(layout.state, 'sprints', `${key}.jsonl`),
    controlCenter: join(layout.dir, 'control-center.md'),
    lock: layout.lock(`sprint-${key}`),
    queueLock: layout.lock(`queue-${key}`),
  }
}

/** One file has one key, by whatever links it is reached. */
function keyOf(queue: string): string {
  const id = createHash('sha256').update(queue).digest('hex').slice(0, 12)
  return `${basename(queue)
    .replace(/[^\w.-]/g, '_')
    .slice(0, 60)}-${id}`
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // Not there yet: its folder may be.
    const folder = dirname(path)
    return folder === path ? path : join(realPath(folder), basename(path))
  }
}
