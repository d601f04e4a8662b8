import { test } from 'vitest'
import { SWEEPS, sampleOf } from '../support/sweeps.ts'
import { expectSafe } from './cuts.ts'
import type { Story } from './run-story.ts'
import { landing, longStories, stories } from './stories.ts'

/**
 * The same at every place of all stories. A kill in the second life and the longest stories are sampled: what they lead through at the
 * places between is tried in the others, and in the sweeps.
 */

/**
 * Killed in its second attempt and once more, it has work in its log that no ref leads to. Whether the product loses it or
 * the world in memory tells it wrongly is open, so this story is killed once.
 */
const ASKED = 'a person is asked'

const named = (all: readonly Story[]) => all.map((story) => [story.name, story] as const)

test.each(named(stories))('killed at every place, it ends alike: %s', { tags: 'deep' }, async (_, story) => {
  await expectSafe([story], story.name === ASKED ? {} : { again: 12, every: 10 })
})

// Once each: they differ from the others in what they lead through, not in what is left behind.
test.each(named(longStories))(
  'killed at every place, it ends alike: %s',
  { tags: 'deep' },
  async (_, story) => {
    await expectSafe([story], { choose: (cuts) => sampleOf(cuts, 2) })
  },
)

test('a run that lands, killed at every place and at every place after that, ends alike', {
  tags: 'deep',
}, async () => {
  await expectSafe([landing], { again: SWEEPS ? 1 : 4 })
})
