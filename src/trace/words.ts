import type { Step } from '../steps/step.ts'
import { createFading, type Moment } from './moment.ts'

/** How the agent speaks. Only the model weighs this; no rule reads words. */
export interface WordFacts {
  /** Steps that have words. */
  spoken: number
  /** Lately: how long, how like the words before, and how often of each sort. */
  length: number
  alike: number
  hedges: number
  retries: number
  sure: number
}

const HEDGE =
  /\b(?:maybe|perhaps|might|seems?|appears?|possibly|likely|probably|could be|not sure|wait|hmm|assum\w+)\b/gi
const RETRY =
  /\b(?:still|again|another|different|instead|persists?|same|retry|try|attempts?|let's try|unfortunately|however)\b/gi
const SURE =
  /\b(?:successfully|confirms?|confirmed|correctly|verified|verify|resolves?|now|works?|working|expected)\b/gi
const MAX_WORDS = 400

export interface WordTracker {
  add(step: Step, moment: Moment): void
  facts(): WordFacts
}

export function createWordTracker(): WordTracker {
  const fading = {
    length: createFading(),
    alike: createFading(),
    hedges: createFading(),
    retries: createFading(),
    sure: createFading(),
  }
  let spoken = 0
  let before = new Set<string>()
  return {
    add: ({ thought }, moment) => {
      const words =
        thought
          .toLowerCase()
          .match(/[\p{L}\p{N}_]+/gu)
          ?.slice(0, MAX_WORDS) ?? []
      if (words.length === 0) return
      spoken++
      const now = new Set(words)
      const rate = (pattern: RegExp) =>
        Math.min(1, (thought.match(pattern)?.length ?? 0) / Math.sqrt(words.length) / 2)
      fading.length.add(Math.log1p(words.length) / 6, moment)
      fading.alike.add(likeness(before, now), moment)
      fading.hedges.add(rate(HEDGE), moment)
      fading.retries.add(rate(RETRY), moment)
      fading.sure.add(rate(SURE), moment)
      before = now
    },
    facts: () => ({
      spoken,
      length: fading.length.value(),
      alike: fading.alike.value(),
      hedges: fading.hedges.value(),
      retries: fading.retries.value(),
      sure: fading.sure.value(),
    }),
  }
}

function likeness(one: Set<string>, other: Set<string>): number {
  let both = 0
  for (const word of other) if (one.has(word)) both++
  return both / Math.max(1, one.size + other.size - both)
}
