import type { WiggumEvent } from '../core/events.ts'
import type { RunState } from '../core/state.ts'
import { agentLines } from './progress/agent.ts'
import { correctiveLines } from './progress/corrective.ts'
import type { ProgressLine, Writers } from './progress/line.ts'
import { loopLines } from './progress/loop.ts'
import { memoryLines } from './progress/memory.ts'
import { reviewLines } from './progress/review.ts'
import { runLines } from './progress/run.ts'
import { workLines } from './progress/work.ts'

export type { ProgressLine } from './progress/line.ts'

const writers: Writers = {
  ...runLines,
  ...agentLines,
  ...workLines,
  ...reviewLines,
  ...correctiveLines,
  ...loopLines,
  ...memoryLines,
}

/** Event → what a person reads. Pure, so that the terminal, a log file and a test see the same words. */
export function progressLine(event: WiggumEvent, state: RunState): ProgressLine | null {
  // The lookup is by the event's own type; TypeScript cannot follow that correlation.
  const writer = writers[event.type] as ((event: never, state: RunState) => ProgressLine | null) | undefined
  return writer ? writer(event as never, state) : null
}
