import { test } from 'vitest'
import { expectSafe, newKindsAndEvery } from './cuts.ts'
import { landing, stories } from './stories.ts'

/** Whole runs on a world in memory, killed and resumed. All places of all stories: `every-place.test.ts`. */

test('a run that lands ends alike, wherever it is killed', async () => {
  await expectSafe([landing])
})

test('a run that lands ends alike, killed twice', async () => {
  await expectSafe([landing], {
    choose: (cuts) => cuts.filter((_, index) => index % 20 === 5),
    again: 1,
    every: 9,
  })
})

test('runs of every strategy, and with every effect, end alike when they are killed', async () => {
  await expectSafe(stories, { choose: newKindsAndEvery(80) })
})
