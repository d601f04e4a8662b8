import { secondsBetween } from './decide/instants.ts'

/** Since a checkpoint, for a single run and for a sprint. A clock that was set back has measured nothing. */
export function minutesSince(at: string, now: string): number {
  return Math.max(0, secondsBetween(at, now) / 60)
}
