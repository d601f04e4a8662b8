import { secondsBetween } from './decide/instants.ts'

/** When a checkpoint is due. Pure arithmetic that a single run and a sprint share. */

export interface CheckpointPolicy {
  minutes: number
  tasks: number
}

/** `at`: the last checkpoint, or the beginning where there was none. `tasks`: those that ended since. */
export interface SinceCheckpoint {
  at: string
  tasks: number
}

export type CheckpointReason = 'minutes' | 'tasks'

/** Whichever comes first; `null` while neither has. A single run passes `tasks: 0` and has only the clock. */
export function checkpointDue(
  since: SinceCheckpoint,
  policy: CheckpointPolicy,
  now: string,
): CheckpointReason | null {
  if (since.tasks >= policy.tasks) return 'tasks'
  return minutesSince(since.at, now) >= policy.minutes ? 'minutes' : null
}

/** A clock that was set back has measured nothing. */
export function minutesSince(at: string, now: string): number {
  return Math.max(0, secondsBetween(at, now) / 60)
}
