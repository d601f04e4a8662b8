import type { Birthmark } from './process-table.ts'
import type { Child } from './supervise.ts'

/** Outlives the supervisor by a moment, to end what it left behind. */
export interface Reaper {
  /** Must come before the leashed process is started: the supervisor may die at any instant. */
  watch(leash: string, birthmark?: Birthmark | null): void
  unwatch(leash: string): void
  /** Lets the reaper go. What is still watched then is killed. */
  close(): Promise<void>
}

/** What goes down the pipe, one JSON object a line. The pipe's end is the last message. */
export type ReaperMessage =
  | { watch: string; birthmark: Birthmark | null; since: number }
  | { unwatch: string }

const FIRST_DELAY_MS = 10
const LONGEST_DELAY_MS = 5000
/** A reaper that lived this long was not broken from the start. */
const SOUND_AFTER_MS = 10_000

/** Keeps one reaper process alive and told. `since` is the supervisor's own start. */
export function linkReaper(start: () => Child, since: number): Reaper {
  const watched = new Map<string, string>()
  let current: Child | null = null
  let closing = false
  let delay = FIRST_DELAY_MS

  const send = (line: string) => current?.stdin?.write(`${line}\n`)

  const launch = () => {
    const child = start()
    const startedAt = performance.now()
    current = child
    let gone = false
    const respawn = () => {
      if (gone) return
      gone = true
      current = null
      if (closing) return
      delay =
        performance.now() - startedAt > SOUND_AFTER_MS
          ? FIRST_DELAY_MS
          : Math.min(delay * 2, LONGEST_DELAY_MS)
      setTimeout(() => !closing && launch(), delay).unref()
    }
    child.once('exit', respawn)
    child.once('error', respawn)
    child.stdin?.on('error', () => {})
    letGo(child)
    for (const line of watched.values()) send(line)
  }
  launch()

  return {
    watch(leash, birthmark = null) {
      const line = JSON.stringify({ watch: leash, birthmark, since } satisfies ReaperMessage)
      watched.set(leash, line)
      send(line)
    },
    unwatch(leash) {
      watched.delete(leash)
      send(JSON.stringify({ unwatch: leash } satisfies ReaperMessage))
    },
    close() {
      closing = true
      const child = current
      if (child === null) return Promise.resolve()
      child.ref()
      return new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.stdin?.end()
      })
    },
  }
}

/** The reaper waits for us; we do not wait for it. */
function letGo(child: Child): void {
  child.unref()
  if (child.stdin !== null && 'unref' in child.stdin && typeof child.stdin.unref === 'function') {
    child.stdin.unref()
  }
}
