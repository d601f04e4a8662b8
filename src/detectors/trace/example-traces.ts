import { type CheckFacts, createCheckTracker } from '../../trace/checks.ts'
import { createEditTracker, type EditFacts } from '../../trace/edits.ts'
import { createReadingTracker } from '../../trace/reading.ts'
import { createRepeatTracker, type RepeatFacts } from '../../trace/repeats.ts'
import { createWordTracker } from '../../trace/words.ts'
import type { TraceScene } from '../trace-scene.ts'

interface Over {
  tier?: TraceScene['tier']
  share?: number | null
  steps?: number
  finished?: boolean
  research?: boolean
  edits?: Partial<EditFacts>
  checks?: Partial<CheckFacts>
  repeats?: Partial<RepeatFacts>
  stagnation?: TraceScene['stagnation']
  falseCompletion?: TraceScene['falseCompletion']
}

/** A run that has done nothing worth a word, but for what is said. */
export function trace(over: Over = {}): TraceScene {
  const share = over.share === undefined ? 0.5 : over.share
  return {
    tier: over.tier ?? 'halt',
    research: over.research ?? false,
    stagnation: over.stagnation ?? null,
    falseCompletion: over.falseCompletion ?? null,
    facts: {
      steps: over.steps ?? 20,
      now: { index: (over.steps ?? 20) - 1, share, width: 0.02 },
      finished: over.finished ?? false,
      // As they are before the first step.
      edits: { ...createEditTracker().facts(), ...over.edits },
      checks: { ...createCheckTracker(() => false).facts(), ...over.checks },
      repeats: { ...createRepeatTracker().facts(), ...over.repeats },
      reading: createReadingTracker().facts(),
      words: createWordTracker().facts(),
    },
  }
}
