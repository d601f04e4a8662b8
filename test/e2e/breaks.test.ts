import { afterAll, describe, expect, test } from 'vitest'
import { found, makes, players } from '../../src/agents/scripted/demo-players.ts'
import { demoScenarios } from '../../src/agents/scripted/demo-project.ts'
import type { DemoScenario } from '../../src/agents/scripted/demo-scenario.ts'
import { wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { eventsOf, type Played, playDemo, pool, withoutPauses } from './pdca-play.ts'
import { merges, runId } from './run-log.ts'

/** One run for each way to be halted, through the real command line, and what `explain` says of it. */

const PARTS = [
  'What was asked',
  'What happened',
  'What was seen',
  'What was tried',
  'What it cost',
  'Why it ended',
  'What to do now',
]

const base = demoScenarios['fast-approved']
const overloaded = { ...players.sage![0]!, misbehave: { api_error: 529 } }
const withRoles = (over: Partial<DemoScenario> & { roles: object }): DemoScenario => {
  const { roles, ...rest } = over
  return { ...base, ...rest, scenario: { name: 'break', roles: { ...players, ...roles } } }
}

interface Halt {
  demo: DemoScenario
  detector: string
  kind: 'hard' | 'soft'
  /** What `explain` must tell a newcomer of this one. */
  says: string[]
}

const HALTS: Halt[] = [
  {
    // Three reviewers at once meet the same outage: no pause has to be waited for.
    demo: withRoles({
      workflow: 'thorough',
      roles: { skeptic: [overloaded], sage: [overloaded], trickster: [overloaded] },
    }),
    detector: 'break.agent-failures',
    kind: 'hard',
    says: ['overload', 'wiggum doctor', 'wiggum resume'],
  },
  {
    demo: demoScenarios['maker-halted'],
    detector: 'break.same-shadow',
    kind: 'hard',
    says: ['maker.rogue', 'src/titles.js', 'was told and called again', 'a fresh agent took over as Maker'],
  },
  {
    demo: withRoles({
      roles: {},
      files: { '.wiggum/hooks.yaml': 'post-merge:\n  - run: "false"\n    on_failure: abort\n' },
    }),
    detector: 'break.red-after-merge',
    kind: 'hard',
    says: ['the merge was taken back by', 'git show'],
  },
  {
    demo: demoScenarios.oscillating,
    detector: 'break.oscillating-findings',
    kind: 'hard',
    says: ['cycle 3', 'What is still open', 'CRITICAL', 'wiggum run'],
  },
  {
    demo: demoScenarios.stuck,
    detector: 'break.identical-findings',
    kind: 'soft',
    says: ['cycle 2', 'What is still open', 'wiggum resume'],
  },
  {
    demo: demoScenarios.diverging,
    detector: 'break.low-convergence',
    kind: 'soft',
    says: ['convergence 0.33, then 0.40', 'needs another approach'],
  },
  {
    demo: withRoles({
      workflow: 'thorough',
      roles: {
        maker: [makes([]), makes(['dash'])],
        guardian: [found('dash'), found('accents', 'long', 'empty')],
      },
    }),
    detector: 'break.rising-findings',
    kind: 'soft',
    says: ['1 CRITICAL and WARNING, then 3', 'the branch shows the best cycle'],
  },
]

const atMostThree = pool(3)
const played = new Map<string, Promise<Played>>()

function halted({ demo, detector }: Halt): Promise<Played> {
  const quick = { ...demo, scenario: withoutPauses(demo.scenario) }
  const play = played.get(detector) ?? atMostThree(() => playDemo(quick))
  played.set(detector, play)
  return play
}

afterAll(async () => {
  for (const play of played.values()) (await play).world.end()
})

const halts = HALTS.map((halt) => [halt.detector, halt] as const)
for (const [some, options] of inTiers(halts, 4))
  describe.concurrent.each(some)('%s', options, (detector, halt) => {
    const code = halt.kind === 'hard' ? 22 : 21

    test(`ends with ${code}, on the record first, with everything known by then`, async () => {
      const run = await halted(halt)
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code, stderr: '' })
      const [broken, ...more] = eventsOf(run, 'wiggum.break')
      expect(more).toEqual([])
      expect(broken).toMatchObject({ detector, kind: halt.kind })
      expect(broken?.evidence.join('')).not.toBe('')
      expect(broken?.run_state).toMatchObject({ strategy: halt.demo.strategy, cycle: expect.any(Number) })
      const types = run.events.map(({ type }) => type)
      expect(types.indexOf('wiggum.break')).toBeLessThan(types.indexOf('run.complete'))
    })

    test('leaves the target as it was, the work on its branch, and the checkout clean', async () => {
      const run = await halted(halt)
      const { git } = run.world
      const { base: from, branch } = eventsOf(run, 'run.start')[0]!
      expect(git('rev-parse', 'main^{tree}')).toBe(git('rev-parse', `${from}^{tree}`))
      expect(git('status', '--porcelain')).toBe('')
      expect(merges(run.world)).toHaveLength(detector === 'break.red-after-merge' ? 1 : 0)
      const heads = eventsOf(run, 'work.collected').map(({ head }) => head)
      expect(heads).toContain(git('rev-parse', branch).trim())
    })

    test('is explained part by part, in words a newcomer can use', async () => {
      const run = await halted(halt)
      const { code: exit, stdout, stderr } = await wiggum(run.world, ['explain', runId(run.world)])
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
      const titles = stdout.split('\n').filter((line) => PARTS.includes(line))
      expect(titles).toEqual(PARTS)
      for (const said of [halt.demo.task, `exit code ${code}`, ...halt.says]) expect(stdout).toContain(said)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    })
  })
