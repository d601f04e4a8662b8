import { secondsBetween } from './decide/instants.ts'
import type { RunState } from './state.ts'

type Clocked = Pick<RunState, 'startedAt' | 'waitedMs'>

/** How long a run has been at work, without the time in which nobody could. A clock that was set back has measured nothing. */
export function minutesAtWork({ startedAt, waitedMs }: Clocked, now: string): number {
  return startedAt === null ? 0 : Math.max(0, secondsBetween(startedAt, now) / 60 - waitedMs / 60_000)
}
