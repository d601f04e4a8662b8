import type { RunState } from '../state.ts'
import type { Fired } from './fired.ts'
import type { Given } from './own-state.ts'
import type { PolicyChange } from './policy-change.ts'
import type { Track } from './track.ts'

/** Where several policies stand in one log: it is read once, and all of them go along. */
export interface Walk {
  state: RunState
  changes: PolicyChange[]
  tracks: Track[]
  real: Fired[]
  noticed: Set<string>
  given: Given
}
