import type { Step } from '../steps/step.ts'
import { type CheckFacts, createCheckTracker } from './checks.ts'
import { createEditTracker, type EditFacts } from './edits.ts'
import { type Moment, momentAfter } from './moment.ts'
import { createRepeatTracker, type RepeatFacts } from './repeats.ts'
import { createWordTracker, type WordFacts } from './words.ts'

/** What is known of an agent's steps so far. Plain data: rules, the model and reports read it. */
export interface TraceFacts {
  steps: number
  now: Moment
  /** The last step is the agent's own word that it is finished. */
  finished: boolean
  edits: EditFacts
  checks: CheckFacts
  repeats: RepeatFacts
  words: WordFacts
}

export interface Trace {
  add(step: Step, share: number | null): TraceFacts
}

/** Folds steps into facts, one by one, in bounded memory and time. */
export function createTrace(): Trace {
  const edits = createEditTracker()
  const checks = createCheckTracker(edits.made)
  const repeats = createRepeatTracker()
  const words = createWordTracker()
  let now: Moment | null = null
  let steps = 0
  return {
    add: (step, share) => {
      now = momentAfter(now, step.index, share)
      steps++
      const target = edits.add(step, now)
      const greens = checks.facts().greens
      checks.add(step, now, target)
      repeats.add(step, now, target === 'source' || checks.facts().greens > greens)
      words.add(step, now)
      return {
        steps,
        now,
        finished: step.tool?.name === 'finish',
        edits: edits.facts(),
        checks: checks.facts(),
        repeats: repeats.facts(),
        words: words.facts(),
      }
    },
  }
}
