import type { WindowUse } from '../events.ts'
import type { StepState } from '../state.ts'

/** What a model's window calls for. */
type ContextAction = 'go-on' | 'checkpoint' | 'clear'

/** A share of the window, at most 1: an estimate may count what the agent has forgotten long since. */
export function occupancyOf({ used, window }: Pick<WindowUse, 'used' | 'window'>): number | null {
  return window > 0 ? Math.min(1, used / window) : null
}

/** From the first share on it is written down where the work stands; above the second the conversation ends there. */
export function contextAction(
  occupancy: number | null,
  { checkpoint_at, clear_at }: { checkpoint_at: number; clear_at: number },
): ContextAction {
  if (occupancy === null || occupancy < checkpoint_at) return 'go-on'
  return occupancy > clear_at ? 'clear' : 'checkpoint'
}

/** The call ended because the window was full. A prompt that does not even fit was never sent: afresh it fits no better. */
export function isExhausted({ outcome, failure, durationMs }: StepState): boolean {
  return outcome === 'failed' && failure?.cause === 'context' && durationMs > 0
}
