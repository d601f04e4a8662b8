import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './supervise.ts'

const ROUND_MS = 10
const QUIET_ROUNDS = 10
const MAX_ROUNDS = 100

/**
 * Returns a wait for the end of a process's output. The pipes usually close with the process; a grandchild that holds
 * them open gets a moment to finish its sentence. Counted in rounds of the event loop, not by the clock: after our own
 * process was held up, what waits in the pipe must still be read.
 */
export function createDrain(child: Child, bytes: () => number): () => Promise<void> {
  let isClosed = false
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => {
      isClosed = true
      resolve()
    })
  })
  return async () => {
    let quiet = 0
    for (let round = 0; !isClosed && quiet < QUIET_ROUNDS && round < MAX_ROUNDS; round++) {
      const before = bytes()
      await Promise.race([closed, sleep(ROUND_MS)])
      quiet = bytes() === before ? quiet + 1 : 0
    }
  }
}
