import { afterEach, expect, test } from 'vitest'
import type { World } from '../support/cli.ts'
import { eventsOf, type Played, playStory } from './pdca-play.ts'
import { merges } from './run-log.ts'

const PATIENCE = 240_000
const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

async function story(name: 'loop-drift' | 'loop' | 'happy'): Promise<Played> {
  const played = await playStory(name)
  worlds.push(played.world)
  return played
}

test(
  'loop-drift: green and approved is not complete while it is off the task; the next pass is told why',
  async () => {
    const played = await story('loop-drift')
    expect(played.code).toBe(0)
    const [drift, ...more] = eventsOf(played, 'drift.detected')
    expect(more).toEqual([])
    expect(drift).toMatchObject({ pass: 1, causes: ['not-asked-for'] })
    expect(drift?.share).toBeGreaterThan(0.9)
    expect(drift?.off).toEqual(['src/weather/rain.js', 'src/weather/sun.js', 'src/weather/wind.js'])
    const passes = eventsOf(played, 'pass.complete')
    expect(passes.map(({ check, review, left }) => [check, review, left.length])).toEqual([
      ['green', 'APPROVED', 1],
      ['green', 'APPROVED', 0],
    ])
    const prompt = played.artifact('prompts/1-do-maker-2-2.md')
    expect(prompt).toContain('something was built that the task does not ask for')
    expect(prompt).toContain('src/weather/wind.js')
    expect(merges(played.world)).toHaveLength(1)
    expect(played.world.git('ls-tree', '-r', '--name-only', 'main')).not.toContain('weather')
    expect(eventsOf(played, 'shadow.detected')).toEqual([])
  },
  PATIENCE,
)

test('work that stays with its task is surveyed, and nothing is held against it', {
  tags: 'deep',
}, async () => {
  const played = await story('loop')
  expect(played.code).toBe(0)
  const surveys = eventsOf(played, 'change.surveyed')
  expect(surveys.map(({ problem }) => problem)).toEqual([null, null, null])
  expect(surveys[0]?.anchors).toContain('src/slugify.js')
  expect(eventsOf(played, 'drift.detected')).toEqual([])
})
