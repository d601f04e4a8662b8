import { afterAll, describe, expect, type TestOptions, test } from 'vitest'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import { type DemoName, demoNames } from '../../src/agents/scripted/demo-scenario.ts'
import { makeWorld, wiggum } from '../support/cli.ts'
import { eventsOf, type Played, type Player, playStory, pool, stepsOf } from './pdca-play.ts'
import { merges } from './run-log.ts'

const atMostThree = pool(3)
const played = new Map<string, Promise<Played>>()

/** Every story is played once, whichever tests look at it. */
function story(name: DemoName, player: Player = 'scripted'): Promise<Played> {
  const key = `${name} ${player}`
  const known = played.get(key)
  if (known) return known
  const play = atMostThree(() => playStory(name, player))
  played.set(key, play)
  return play
}

afterAll(async () => {
  for (const play of played.values()) (await play).world.end()
})

const stories = demoNames.filter((name) => demoScenarios[name].strategy === 'pdca')
/** What npm test plays of them; their rules are in test/core, and all are in the golden logs. */
const EVERYDAY: DemoName[] = ['fast-approved', 'standard-fixed']
const isEveryday = (name: DemoName) => EVERYDAY.includes(name)
const everyday: [DemoName[], TestOptions] = [stories.filter(isEveryday), {}]
const deep: [DemoName[], TestOptions] = [stories.filter((name) => !isEveryday(name)), { tags: ['deep'] }]
const AGAIN_AS_CLAUDE: DemoName[] = ['standard-fixed', 'fast-escalated', 'thorough', 'low-risk', 'stuck']
const breaks = (run: Played) => eventsOf(run, 'wiggum.break')
const bands = (run: Played) => eventsOf(run, 'cycle.boundary').map((data) => data.convergence?.band ?? null)
const decided = (run: Played, what: string) => eventsOf(run, 'decision').filter((data) => data.what === what)
const sentences = (run: Played) => eventsOf(run, 'run.complete').at(-1)!

describe('each story ends as told', () => {
  // All are set going at once; the pool lets three play at a time.
  for (const [names, options] of [everyday, deep])
    test.concurrent.each(names)('%s', options, async (name) => {
      const run = await story(name)
      const { expected } = demoScenarios[name]
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: expected, stderr: '' })
      expect(merges(run.world)).toHaveLength(expected === 0 ? 1 : 0)
      expect(run.world.git('status', '--porcelain')).toBe('')
    })

  test.concurrent.each(AGAIN_AS_CLAUDE)('%s, with a claude on PATH', { tags: 'deep' }, async (name) => {
    const [run, same] = await Promise.all([story(name, 'claude'), story(name)])
    expect(run.code).toBe(demoScenarios[name].expected)
    expect(stepsOf(run)).toEqual(stepsOf(same))
    expect(new Set(eventsOf(run, 'agent.start').map((data) => data.agent))).toEqual(new Set(['claude']))
    const tree = (play: Played) => play.world.git('rev-parse', 'main^{tree}')
    expect(tree(run)).toBe(tree(same))
  })
})

describe('the events that make the story', () => {
  test('fast-approved: Creator, Maker, Guardian', async () => {
    const run = await story('fast-approved')
    expect(stepsOf(run)).toEqual(['1-plan-creator', '1-do-maker', '1-check-guardian'])
    expect(sentences(run)).toMatchObject({ status: 'landed', cycles: 1, agents_total: 3, fixes_total: 0 })
  })

  test('A1: two CRITICAL of the Guardian make fast standard, and A2 no longer applies', {
    tags: 'deep',
  }, async () => {
    const run = await story('fast-escalated')
    expect(decided(run, 'A1-escalation')).toMatchObject([{ chosen: 'standard', alternatives: ['fast'] }])
    expect(stepsOf(run)).toEqual([
      ...['1-plan-creator', '1-do-maker', '1-check-guardian'],
      ...['2-plan-explorer', '2-plan-creator', '2-do-maker', '2-check-guardian'],
      ...['2-check-sage', '2-check-skeptic'],
    ])
    expect(eventsOf(run, 'run.start')[0]).toMatchObject({ workflow: 'fast', max_cycles: 1 })
    expect(eventsOf(run, 'cycle.boundary')).toMatchObject([{ cycle: 1, max_cycles: 2, convergence: null }])
    expect(sentences(run)).toMatchObject({ cycles: 2, fixes_total: 2 })
  })

  test('standard-fixed: rejected, both roles told, fixed, landed by the fast path', async () => {
    const run = await story('standard-fixed')
    expect(stepsOf(run)).toEqual([
      ...['1-plan-explorer', '1-plan-creator', '1-do-maker', '1-check-guardian'],
      ...['1-check-sage', '1-check-skeptic', '2-plan-creator', '2-do-maker', '2-check-guardian'],
    ])
    const [boundary] = eventsOf(run, 'cycle.boundary')
    expect(boundary).toMatchObject({ exit_condition: 'next-cycle', green: true })
    expect(boundary?.feedback.creator).toContain('begins with a dash')
    expect(boundary?.feedback.maker).toContain('No case has a title')
    expect(eventsOf(run, 'fix.applied').map((data) => [data.source, data.file])).toEqual([
      ['guardian', 'src/slugify.js'],
      ['sage', 'test/slugify.test.js'],
    ])
    expect(eventsOf(run, 'decision.point')[0]?.decision).toContain('fast path')
  })

  test('thorough: all seven roles, the last three reviewers started before any of them ended', {
    tags: 'deep',
  }, async () => {
    const run = await story('thorough')
    expect(stepsOf(run)).toEqual([
      ...['1-plan-explorer', '1-plan-creator', '1-do-maker', '1-check-guardian'],
      ...['1-check-sage', '1-check-skeptic', '1-check-trickster'],
    ])
    const others = run.events.filter(
      (event) => event.phase === 'check' && event.agent !== 'guardian' && event.type.startsWith('agent.'),
    )
    expect(others.slice(0, 3).map((event) => event.type)).toEqual(Array(3).fill('agent.start'))
  })

  test('A3: low understanding asks, and no Maker starts', { tags: 'deep' }, async () => {
    const run = await story('low-understanding')
    expect(stepsOf(run)).toEqual(['1-plan-creator'])
    expect(eventsOf(run, 'gate.opened')).toMatchObject([{ kind: 'context', choices: ['answer'] }])
  })

  test('A3: low completeness upgrades, explores and plans again', { tags: 'deep' }, async () => {
    const run = await story('low-completeness')
    expect(decided(run, 'A3-upgrade')).toMatchObject([{ chosen: 'standard' }])
    const roles = eventsOf(run, 'agent.start').map((data) => data.archetype)
    expect(roles).toEqual(['creator', 'explorer', 'creator', 'maker', 'guardian'])
  })

  test('A3: low risk coverage sends a mini-Explorer, whose result reaches the Guardian', {
    tags: 'deep',
  }, async () => {
    const run = await story('low-risk')
    expect(stepsOf(run).filter((step) => step.includes('explorer'))).toEqual(['1-do-explorer-mini'])
    expect(run.artifact('prompts/1-check-guardian-1.md')).toContain('the risk is not real')
    expect(run.artifact('prompts/1-do-maker-1.md')).not.toContain('the risk is not real')
  })

  test('converging: five gone, one new', { tags: 'deep' }, async () => {
    const run = await story('converging')
    expect(bands(run)).toEqual([null, 'converging'])
    expect(eventsOf(run, 'cycle.boundary')[1]?.convergence).toMatchObject({
      score: 5 / 6,
      resolved: 5,
      new: 1,
    })
  })

  test('stalling: goes on with caution', { tags: 'deep' }, async () => {
    const run = await story('stalling')
    expect(bands(run)).toEqual([null, 'stalling'])
    expect(eventsOf(run, 'cycle.boundary')[1]?.convergence).toMatchObject({ score: 2 / 3 })
    expect(breaks(run)).toEqual([])
    expect(sentences(run).cycles).toBe(3)
  })

  test('diverging twice running: a soft break', { tags: 'deep' }, async () => {
    const run = await story('diverging')
    expect(bands(run)).toEqual([null, 'diverging'])
    expect(breaks(run)).toMatchObject([{ kind: 'soft', trigger: 'convergence below 0.5 twice' }])
    expect(breaks(run)[0]?.unresolved_findings).toHaveLength(3)
    expect(breaks(run)[0]?.run_state).toMatchObject({ cycle: 3, workflow: 'thorough' })
  })

  test('stuck: a soft break although a cycle is left', { tags: 'deep' }, async () => {
    const run = await story('stuck')
    expect(breaks(run)).toMatchObject([{ kind: 'soft', trigger: 'findings identical to the last cycle' }])
    expect(sentences(run)).toMatchObject({ cycles: 2 })
    expect(eventsOf(run, 'run.start')[0]?.max_cycles).toBe(3)
  })

  test('oscillating: a hard break, although the findings came back in other words', {
    tags: 'deep',
  }, async () => {
    const run = await story('oscillating')
    expect(breaks(run)).toMatchObject([{ kind: 'hard', trigger: 'oscillating findings' }])
    expect(breaks(run)[0]?.evidence).toHaveLength(2)
  })

  test('max-cycles: the branch shows the better of the two tries, not the last', {
    tags: 'deep',
  }, async () => {
    const run = await story('max-cycles')
    const [first, second] = eventsOf(run, 'work.collected').map((data) => data.head)
    expect(first).not.toBe(second)
    expect(sentences(run)).toMatchObject({ status: 'findings-open', cycles: 2, head: first })
    const { branch } = eventsOf(run, 'run.start')[0]!
    expect(run.world.git('rev-parse', branch).trim()).toBe(first)
  })

  test('red-merge: nothing lands while the merged tree is red; the Maker is told why', {
    tags: 'deep',
  }, async () => {
    const run = await story('red-merge')
    const merged = eventsOf(run, 'verify.complete').filter((data) => data.kind === 'merged')
    expect(merged.map((data) => data.green)).toEqual([false, true])
    const { base } = eventsOf(run, 'run.start')[0]!
    expect(eventsOf(run, 'merge.built').every((data) => data.onto !== base)).toBe(true)
    expect(run.artifact('prompts/2-do-maker-2.md')).toContain('integration test failure')
    expect(run.artifact('prompts/2-plan-creator-2.md')).not.toContain('integration test failure')
    expect(run.world.git('show', 'main:test/numbers.test.js')).toContain('top-10')
  })

  test('hook-aborts: the pre-merge hook says no, and the target stays', { tags: 'deep' }, async () => {
    const run = await story('hook-aborts')
    expect(eventsOf(run, 'hook.complete')).toMatchObject([{ point: 'pre-merge', ok: false, aborts: true }])
    expect(eventsOf(run, 'land.start')).toEqual([])
    expect(sentences(run)).toMatchObject({ status: 'hook-failed', exit_code: 12 })
  })
})

describe('artifact names', () => {
  const named = (run: Played) =>
    run.artifacts.filter(
      (path) => /^(cycle-\d+\/)?(plan|do|check|act)-/.test(path) || /^cycle-\d+$/.test(path),
    )

  test('fast: no Explorer, one reviewer', async () => {
    expect(named(await story('fast-approved'))).toEqual([
      ...['check-guardian.md', 'do-maker-files.txt', 'do-maker.md', 'plan-creator.md'],
    ])
  })

  test('thorough: every role has one', { tags: 'deep' }, async () => {
    expect(named(await story('thorough'))).toEqual([
      ...['check-guardian.md', 'check-sage.md', 'check-skeptic.md', 'check-trickster.md'],
      ...['do-maker-files.txt', 'do-maker.md', 'plan-creator.md', 'plan-explorer.md'],
    ])
  })

  test('the mini-Explorer has its own', { tags: 'deep' }, async () => {
    expect(named(await story('low-risk'))).toContain('plan-mini-explorer.md')
    expect(named(await story('low-risk'))).not.toContain('plan-explorer.md')
  })

  test('two cycles: feedback, fixes, and cycle-1/ with all that cycle 1 wrote', async () => {
    const run = await story('standard-fixed')
    expect(named(run)).toEqual([
      ...['act-feedback.md', 'act-fixes.jsonl', 'check-guardian.md', 'cycle-1'],
      ...['act-feedback', 'check-guardian', 'check-sage', 'check-skeptic'].map(
        (name) => `cycle-1/${name}.md`,
      ),
      ...['cycle-1/do-maker-files.txt', 'cycle-1/do-maker.md'],
      ...['cycle-1/plan-creator.md', 'cycle-1/plan-explorer.md'],
      ...['do-maker-files.txt', 'do-maker.md', 'plan-creator.md', 'plan-explorer.md'],
    ])
    expect(run.artifact('cycle-1/check-guardian.md')).toContain('REJECTED')
    expect(run.artifact('check-guardian.md')).toContain('APPROVED')
  })

  test('their contents: two sections, one path a line, one fix a line', async () => {
    const run = await story('standard-fixed')
    const headings = run.artifact('act-feedback.md').match(/^## .*$/gm)
    expect(headings).toEqual(['## Creator-Routed Issues', '## Maker-Routed Issues'])
    expect(run.artifact('do-maker-files.txt')).toBe('src/slugify.js\ntest/slugify.test.js\n')
    const fixes = run.artifact('act-fixes.jsonl').trim().split('\n')
    expect(fixes.map((line) => Object.keys(JSON.parse(line)))).toEqual(
      Array(2).fill(['source', 'finding', 'file', 'line']),
    )
  })

  test('three cycles: cycle-1/ and cycle-2/', { tags: 'deep' }, async () => {
    const folders = (await story('stalling')).artifacts.filter((path) => /^cycle-\d+$/.test(path))
    expect(folders).toEqual(['cycle-1', 'cycle-2'])
  })
})

describe('event key data', () => {
  const KEYS = {
    'run.start': ['task', 'workflow', 'max_cycles'],
    'agent.start': ['archetype', 'model', 'prompt_summary'],
    'agent.complete': ['archetype', 'duration_ms', 'artifacts', 'summary'],
    'phase.transition': ['from', 'to', 'artifacts_so_far'],
    decision: ['what', 'chosen', 'alternatives', 'rationale'],
    'decision.point': ['archetype', 'input', 'decision', 'confidence'],
    'review.verdict': ['archetype', 'verdict', 'findings'],
    'fix.applied': ['source', 'finding', 'file', 'line'],
    'cycle.boundary': ['cycle', 'max_cycles', 'exit_condition', 'convergence'],
    'wiggum.break': ['trigger', 'run_state', 'unresolved_findings', 'kind'],
    'run.complete': ['status', 'cycles', 'agents_total', 'fixes_total'],
  } as const

  test.each(Object.entries(KEYS))('key data of %s', { tags: 'deep' }, async (type, keys) => {
    const runs = await Promise.all(stories.map((name) => story(name)))
    const found = runs.flatMap((run) => run.events.filter((event) => event.type === type))
    expect(found.length).toBeGreaterThan(0)
    for (const event of found) expect(Object.keys(event.data)).toEqual(expect.arrayContaining([...keys]))
  })

  test('artifacts_so_far names files that exist', async () => {
    const run = await story('standard-fixed')
    const before = eventsOf(run, 'phase.transition').filter((data) => data.from === 'do')
    expect(before[0]?.artifacts_so_far).toEqual(
      expect.arrayContaining(['plan-explorer.md', 'plan-creator.md', 'do-maker.md']),
    )
  })
})

describe('wiggum demo', () => {
  test('--help lists every scenario', async () => {
    const world = makeWorld()
    const { stdout } = await wiggum(world, ['demo', '--help'])
    for (const name of demoNames) expect(stdout).toContain(`"${name}"`)
    expect(Object.keys(demoScenarios).sort()).toEqual([...demoNames].sort())
    world.end()
  })

  test.concurrent.each(['red-merge', 'hook-aborts'] as const)(
    '--scenario %s says that it ended as told',
    { tags: 'deep' },
    async (name) => {
      const world = makeWorld()
      const play = () => wiggum(world, ['demo', '--scenario', name], { TMPDIR: world.dir })
      const { code, stdout } = await atMostThree(play)
      world.end()
      expect(stdout).toContain(`exit code is ${demoScenarios[name].expected}, as told`)
      expect(code).toBe(0)
    },
  )
})
