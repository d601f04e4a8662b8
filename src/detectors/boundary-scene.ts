import type { Amount, Limits } from '../core/budget.ts'

/** A run against its limits. What is not asked about at the moment is at rest, as in `AT_REST`. */
export interface BoundaryScene {
  /** At worst: a call that did not say counts like the dearest known one. */
  spent: Amount
  budget: Limits
  /** Since the last checkpoint, or since the beginning. */
  sinceCheckpoint: { minutes: number; tasks: number }
  /** Lessons of earlier runs that would go into one prompt. */
  lessons: number
  /** Findings that one cycle hands to the next. */
  findings: number
  /** A prompt that is about to be sent, in characters, and how many tokens its model's window holds. */
  prompt: { chars: number; window: number } | null
}

export const AT_REST: BoundaryScene = {
  spent: { usd: 0, tokens: 0 },
  budget: { usd: null, tokens: null },
  sinceCheckpoint: { minutes: 0, tasks: 0 },
  lessons: 0,
  findings: 0,
  prompt: null,
}
