import type { QueueTask } from './queue.ts'

/** What a run's exit code means for its task. */

/** It did not do its task. */
const FAILURES = new Set([10, 12, 13, 14, 21, 22, 23, 24])
export const EXIT_DONE = 0
/** The work is proven, and something keeps it from the target: a person clears that, and the next sprint lands it. */
export const EXIT_UNMERGED = 11
export const EXIT_WAITING = 20

export function isFailure(exit: number): boolean {
  return FAILURES.has(exit)
}

/** It carried its task to an end. Waiting for an answer is none. */
export function isEnding(exit: number): boolean {
  return exit === EXIT_DONE || exit === EXIT_UNMERGED || isFailure(exit)
}

/** After these the sprint goes on with another task; anything else (no agent, a signal) stops it. */
export function mayGoOn(exit: number): boolean {
  return isEnding(exit) || exit === EXIT_WAITING
}

export function statusAfter(exit: number): NonNullable<QueueTask['status']> {
  if (exit === EXIT_DONE) return 'done'
  return isFailure(exit) ? 'failed' : 'in_progress'
}
