import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import type { DemoName } from '../../src/agents/scripted/demo-scenario.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import { ended, events, makeWorld, result, scenarioFile, start, type World, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { eventsOf, type Played, playDemo, playStory, withoutPauses } from './pdca-play.ts'
import { logged, merges } from './run-log.ts'

const PATIENCE = 240_000
const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

async function story(name: DemoName): Promise<Played> {
  const played = await playStory(name)
  worlds.push(played.world)
  return played
}

function worldFor(name: DemoName, change: (scenario: Scenario) => Scenario = (same) => same) {
  const world = makeWorld()
  worlds.push(world)
  const scenario = change(withoutPauses(demoScenarios[name].scenario))
  const loop = (...flags: string[]) => [
    'loop',
    demoScenarios[name].task,
    '--json',
    '--agent',
    scenarioFile(world, scenario),
    ...flags,
  ]
  return { world, loop }
}

const moves = (all: ReturnType<typeof events>) =>
  all.flatMap((event) => (event.type === 'breaker.transition' ? [`${event.data.from}>${event.data.to}`] : []))

describe('the loop’s stories', () => {
  test(
    'loop: red, a finding, proven; landed in three passes',
    async () => {
      const played = await story('loop')
      expect(played.code).toBe(0)
      const passes = eventsOf(played, 'pass.complete')
      expect(passes.map(({ check, review }) => [check, review])).toEqual([
        ['red', null],
        ['green', 'REJECTED'],
        ['green', 'APPROVED'],
      ])
      expect(merges(played.world)).toHaveLength(1)
      expect(played.artifact('prompts/1-do-maker-2-2.md')).toContain('npm test exited 1')
      expect(eventsOf(played, 'shadow.detected')).toEqual([])
      expect(eventsOf(played, 'breaker.transition')).toEqual([])
    },
    PATIENCE,
  )

  test(
    'loop-liar: done is never accepted, and the breaker says so',
    async () => {
      const played = await story('loop-liar')
      expect(played.code).toBe(23)
      expect(merges(played.world)).toHaveLength(0)
      const [opened] = eventsOf(played, 'breaker.transition')
      expect(opened).toMatchObject({ from: 'CLOSED', to: 'OPEN', pass: 3 })
      expect(opened?.signals).toContain('stagnation.completion-without-evidence')
    },
    PATIENCE,
  )

  test('loop-stuck: three idle passes, and no more', { tags: 'deep' }, async () => {
    const played = await story('loop-stuck')
    expect(played.code).toBe(23)
    expect(eventsOf(played, 'agent.start').map(({ archetype }) => archetype)).toEqual(Array(3).fill('maker'))
  })
})

describe('a run that stands still', () => {
  test(
    'asks, says what may be answered, tells more on help, and goes on with continue',
    async () => {
      const { world, loop } = worldFor('loop-stuck', (scenario) => ({
        ...scenario,
        roles: {
          ...scenario.roles,
          maker: [
            ...Array(3).fill(scenario.roles.maker![0]!),
            withoutPauses(demoScenarios.happy.scenario).roles.maker![0]!,
          ],
        },
      }))
      const run = await wiggum(world, loop())
      expect(run.code).toBe(20)
      const { run_id: id } = result(run)
      const wrong = await wiggum(world, ['approve', id])
      expect(wrong).toMatchObject({ code: 2 })
      expect(wrong.stderr).toContain('continue, skip, abort, retry, help')
      const helped = await wiggum(world, ['answer', id, 'help'])
      expect(helped.code).toBe(20)
      expect(helped.stdout).toContain('pass 3: nothing to check, nothing changed')
      const on = await wiggum(world, ['answer', id, 'continue'])
      expect(on.code).toBe(0)
      expect(moves(logged(world))).toEqual(['CLOSED>OPEN', 'OPEN>HALF_OPEN', 'HALF_OPEN>CLOSED'])
      expect(merges(world)).toHaveLength(1)
    },
    PATIENCE,
  )

  test('after an abort, resume gives it one pass to show progress', { tags: 'deep' }, async () => {
    const { world, loop } = worldFor('loop-stuck')
    const run = await wiggum(world, loop('--on-stagnation', 'abort'))
    expect(run.code).toBe(23)
    const again = await wiggum(world, ['resume', result(run).run_id])
    expect(again.code).toBe(23)
    expect(moves(logged(world))).toEqual(['CLOSED>OPEN', 'HALF_OPEN>OPEN'])
  })
})

test('killed in the middle of the second pass, it goes on there', { tags: 'deep' }, async () => {
  const { world, loop } = worldFor('loop')
  const child = start(world, loop(), { WIGGUM_FAILPOINT: '2@append:pass.complete' })
  await ended(child)
  expect(logged(world).filter(({ type }) => type === 'pass.complete')).toHaveLength(1)
  const { code } = await wiggum(world, ['resume'])
  expect(code).toBe(0)
  const passes = logged(world).flatMap((event) => (event.type === 'pass.complete' ? [event.data.pass] : []))
  expect(passes).toEqual([1, 2, 3])
  expect(merges(world)).toHaveLength(1)
})

describe('a single pass', () => {
  const ways: [string, string[], Record<string, string>][] = [
    ['--single-pass', [], {}],
    ['a phrase in the task', ['a quick fix, please'], {}],
    ['WIGGUM_QUICK_MODE', [], { WIGGUM_QUICK_MODE: '1' }],
  ]
  for (const [some, options] of inTiers(ways, 3))
    test.each(some)('by %s is verified, and does not land red', options, async (how, said, env) => {
      const { world, loop } = worldFor('loop')
      const [command, task, ...rest] = loop(...(how.startsWith('--') ? [how] : []))
      const run = await wiggum(world, [command!, [task, ...said].join(': '), ...rest], { ...env })
      expect(run.code).toBe(12)
      expect(events(run).filter(({ type }) => type === 'pass.complete')).toHaveLength(1)
      const [first] = events(run)
      expect(first?.type === 'run.start' && first.data.loop?.suppressed).toBeTruthy()
    })
})

describe('bad input', () => {
  test.each([
    [['--max-passes', '0'], '--max-passes must be a whole number above 0, not "0"'],
    [['--max-passes', '2', '--single-pass'], '--single-pass and --max-passes contradict each other'],
    [['--stagnation-threshold', '0'], '--stagnation-threshold must be a whole number above 0, not "0"'],
    [['--on-stagnation', 'panic'], 'panic'],
  ])('%j is one sentence', async (flags, sentence) => {
    const { world } = worldFor('loop')
    const run = await wiggum(world, ['loop', 'x', '--agent', 'scripted:none.json', ...flags])
    expect(run.code).toBe(2)
    expect(run.stderr).toContain(sentence)
    expect(run.stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
  })
})

describe('the ladder, end to end', () => {
  test.each(['maker-corrected', 'maker-replaced', 'maker-halted'] as const)(
    '%s ends as told',
    { tags: 'deep' },
    async (name) => {
      const played = await story(name)
      const { expected } = demoScenarios[name]
      expect(played.code).toBe(expected)
      expect(merges(played.world)).toHaveLength(expected === 0 ? 1 : 0)
      const rungs = eventsOf(played, 'correction.applied').map(({ rung }) => rung)
      expect(rungs).toEqual(name === 'maker-corrected' ? ['correct'] : ['correct', 'replace'])
    },
  )

  test(
    'a correction reaches an agent that can go on in its own conversation, with what was seen',
    async () => {
      const demo = demoScenarios['maker-corrected']
      const played = await playDemo({ ...demo, scenario: withoutPauses(demo.scenario) }, 'claude')
      worlds.push(played.world)
      expect(played.code).toBe(0)
      const [first, second] = eventsOf(played, 'agent.start').filter(({ archetype }) => archetype === 'maker')
      const session = eventsOf(played, 'agent.session').find(
        ({ step, attempt }) => step === first?.step && attempt === 1,
      )
      expect(second).toMatchObject({ step: first?.step, attempt: 2, continues: session?.session })
      const prompt = played.artifact('prompts/1-do-maker-2-continued.md')
      expect(prompt).toContain('src/titles.js, src/words.js')
      expect(prompt).toContain('the working directory is as you left it')
      expect(played.world.git('ls-tree', '-r', '--name-only', 'main')).not.toContain('titles')
    },
    PATIENCE,
  )

  test('a replacement starts empty and one tier up, and earlier work is not lost', {
    tags: 'deep',
  }, async () => {
    const demo = demoScenarios['maker-replaced']
    const files = { '.wiggum/config.yaml': 'models: { default: haiku }\n' }
    const played = await playDemo({ ...demo, files, scenario: withoutPauses(demo.scenario) }, 'claude')
    worlds.push(played.world)
    expect(played.code).toBe(0)
    const makers = eventsOf(played, 'agent.start').filter(({ archetype }) => archetype === 'maker')
    expect(makers.map(({ model, continues }) => [model, continues === null])).toEqual([
      ['haiku', true],
      ['haiku', false],
      ['sonnet', true],
    ])
    const refs = eventsOf(played, 'rescue.saved').map(({ ref }) => ref)
    const kept = refs.some((ref) => played.world.git('ls-tree', '-r', '--name-only', ref).includes('titles'))
    expect(kept).toBe(true)
  })

  test('the third time is a question that status tells', { tags: 'deep' }, async () => {
    const played = await story('maker-asked')
    expect(played.code).toBe(20)
    const { stdout } = await wiggum(played.world, ['status'])
    expect(stdout).toContain('has been corrected and replaced')
    expect(stdout).toContain('wiggum approve')
    expect(readFileSync(join(played.world.repo, '.wiggum/.gitignore'), 'utf8')).not.toBe('')
  })
})
