import { describe, expect, test } from 'vitest'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import { type DemoName, type DemoScenario, demoNames } from '../../src/agents/scripted/demo-scenario.ts'
import { eventsOf, type Played, playDemo, pool, withoutPauses } from './pdca-play.ts'

const PATIENCE = 240_000
const atMostTwo = pool(2)

async function look<T>(demo: DemoScenario, at: (played: Played) => T): Promise<T> {
  const quick = { ...demo, scenario: withoutPauses(demo.scenario) }
  return atMostTwo(async () => {
    const played = await playDemo(quick)
    try {
      return at(played)
    } finally {
      played.world.end()
    }
  })
}

const signals = (played: Played) => eventsOf(played, 'shadow.detected')

describe('honest work raises no signal:', () => {
  // `crash` lands when it is resumed, which is not done here; in the stories of a Maker it goes astray first.
  const others = (name: DemoName) => name === 'crash' || name.startsWith('maker-')
  const landing = demoNames.filter((name) => demoScenarios[name].expected === 0 && !others(name))

  test.concurrent.each(landing)('the story "%s"', { tags: 'deep' }, async (name: DemoName) => {
    expect(await look(demoScenarios[name], signals)).toEqual([])
  })

  test.concurrent.each(['fast', 'standard', 'thorough'] as const)(
    'the happy story as a pdca, %s',
    { tags: 'deep' },
    async (workflow) => {
      expect(await look({ ...demoScenarios.happy, strategy: 'pdca', workflow }, signals)).toEqual([])
    },
  )
})

describe('what steps are like is on the record:', () => {
  test(
    'the figures of each final message, and how many files were read',
    async () => {
      const done = await look(demoScenarios.thorough, (played) => eventsOf(played, 'agent.complete'))
      const of = (role: string) => done.find(({ archetype }) => archetype === role)!
      expect(of('explorer').measures?.research).toEqual({
        headings: 0,
        recommendation: true,
        synthesis: true,
        tangents: [],
        cited: ['src/slugify.js'],
        patterns: 0,
      })
      const { plan } = of('creator').measures!
      expect(plan).toMatchObject({ abstractions: [], packages: [], speculations: [] })
      expect(plan?.scope, 'the task names no place').toBeNull()
      expect(of('maker').measures).toMatchObject({ tests_in_base: true })
      expect(of('guardian').measures).toEqual({ words: 4 })
      expect(done.map(({ steps }) => steps?.files_read)).not.toContain(undefined)
    },
    PATIENCE,
  )

  test('names of code and packages are looked up in the base', { tags: 'deep' }, async () => {
    const creator = demoScenarios.happy.scenario.roles.creator![0]!
    const output = [
      'Add a class `SlugRegistry` beside the class `Sluggable` that is there.',
      '```sh\nnpm install left-pad express\n```',
    ].join('\n\n')
    const files = {
      'src/sluggable.js': 'export class Sluggable {}\n',
      'tools/package.json': '{ "dependencies": { "Express": "^5.0.0" } }\n',
    }
    const roles = { ...demoScenarios.happy.scenario.roles, creator: [{ ...creator, output }] }
    const demo = { ...demoScenarios.happy, files, scenario: { name: 'plan', roles } }
    const done = await look(demo, (played) => eventsOf(played, 'agent.complete'))
    const { plan } = done.find(({ archetype }) => archetype === 'creator')!.measures!
    expect(plan).toMatchObject({ abstractions: ['SlugRegistry'], packages: ['left-pad'] })
  })
})
