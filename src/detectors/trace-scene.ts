import type { TraceFacts } from '../trace/trace.ts'
import type { Estimate, Tier } from '../trace/watch.ts'

/** What an agent did so far, as rules over a trace see it; they are asked for each tier by itself. */
export interface TraceScene {
  tier: Tier
  facts: TraceFacts
  /** The task was declared to be research: it changes no file. */
  research: boolean
  /** The model's; `null`: no budget is known. */
  stagnation: (Estimate & { level: number }) | null
  /** Only where the agent says that it is finished. */
  falseCompletion: Estimate | null
}
