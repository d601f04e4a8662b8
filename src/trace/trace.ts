import type { Step } from '../steps/step.ts'
import { type CheckFacts, createCheckTracker } from './checks.ts'
import { createEditTracker, type EditFacts } from './edits.ts'
import { type Moment, momentAfter } from './moment.ts'
import { createReadingTracker, type ReadingFacts } from './reading.ts'
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
  reading: ReadingFacts
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
  const reading = createReadingTracker()
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
      reading.add(step, target)
      return {
        steps,
        now,
        finished: step.tool?.name === 'finish',
        edits: edits.facts(),
        checks: checks.facts(),
        repeats: repeats.facts(),
        words: words.facts(),
        reading: reading.facts(),
      }
    },
  }
}

/** What it tried out since the last source edit succeeded: then it is not stuck, however it looks. */
export function isCheckedGreen({ edits, checks }: TraceFacts): boolean {
  return edits.source > 0 && (checks.testSince === 'green' || checks.scriptSince === 'green')
}

/** A fifth of the budget. */
const LATELY = 0.2

/** Changes that go through so many files are work on all of them. */
const MANY = 5

/**
 * Whatever the model says, nobody is ended who commits, who goes on from file to file, nor who never tried to change anything: that is how reading,
 * research and waiting look, and also how an agent looks whose edits cannot be seen.
 */
export function isSpared({ now, edits }: TraceFacts): boolean {
  const isLate = (moment: Moment | null) =>
    moment !== null && (now.share ?? 0) - (moment.share ?? 0) <= LATELY
  const isBatch = edits.files >= MANY && isLate(edits.lastNewFile)
  return edits.tried === 0 || isBatch || isLate(edits.lastCommit)
}
