import { test } from 'vitest'
import { expectSafe } from './cuts.ts'
import { landing, longStories, stories } from './stories.ts'

/** The same at every place, and at every place of the life after. */

const all = [...stories, ...longStories].map((story) => [story.name, story] as const)

test.each(all)('killed at every place, it ends alike: %s', { tags: 'deep' }, async (_, story) => {
  await expectSafe([story], { again: 12, every: 10 })
})

test('a run that lands, killed at every place and at every place after that, ends alike', {
  tags: 'deep',
}, async () => {
  await expectSafe([landing], { again: 1 })
})
