import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { demoProject } from '../../src/agents/scripted/demo-files.ts'
import { SOURCE, TEST } from '../../src/agents/scripted/demo-honest.ts'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import type { EventOf } from '../../src/core/events.ts'
import { type Ended, makeWorld, result, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { logged, merges, runId } from './run-log.ts'

const PATIENCE = 240_000
const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

type Turn = Scenario['roles'][string][number]
type Edits = NonNullable<Turn['edits']>

/** Tries, and says that it is not done. */
const tries = (edits: Edits, over: Partial<Turn> = {}): Turn =>
  turnOf('maker', {
    edits,
    run: ['npm test'],
    commit: 'Try once more',
    output: 'Not there yet.',
    contract: { status: 'DONE_WITH_CONCERNS', summary: 'Tried another way.' },
    ...over,
  })

/** The checks fail with an error of this name; no two passes leave the same tree. */
const breaks = (name: string, pass: number): Turn =>
  tries([
    {
      path: SOURCE,
      write: `// try ${pass}\nexport function slugify() {\n  throw new Error('${name} is missing')\n}\n`,
    },
    { path: TEST, write: `${demoProject[TEST]}// ${pass}\n` },
  ])

const inTurn = (letters: string): Turn[] => [...letters].map((letter, at) => breaks(letter, at + 1))
const mends: Turn = turnOf('maker', {
  edits: [
    { path: SOURCE, write: demoProject[SOURCE]!.replace("'-')\n", "'-')\n    .replace(/^-+|-+$/g, '')\n") },
    {
      path: TEST,
      write: `${demoProject[TEST]}\ntest('no dash at the ends', () => {\n  assert.equal(slugify('(a) b!'), 'a-b')\n})\n`,
    },
  ],
})

/** Each pass has its own turn, whatever is called again in between. */
async function loop(turns: Turn[], flags: string[] = [], files: Record<string, string> = {}) {
  const world = makeWorld({ ...demoProject, ...files })
  worlds.push(world)
  const steps = turns.map((turn, at) => [at === 0 ? '1-do-maker' : `1-do-maker-${at + 1}`, [turn]])
  const scenario = honest({ ...Object.fromEntries(steps), maker: [turns.at(-1)!] })
  const agent = scenarioFile(world, scenario)
  const run = await wiggum(world, ['loop', TASK, '--json', '--agent', agent, ...flags])
  return { world, run, ...seenIn(world) }
}

function seenIn(world: World) {
  const all = logged(world)
  const data = <T extends EventOf<'pass.complete' | 'breaker.transition'>['type']>(type: T) =>
    // The filter is by the event's own type, which TypeScript cannot follow.
    all.filter((event) => event.type === type).map((event) => event.data as EventOf<T>['data'])
  return { passes: data('pass.complete'), moves: data('breaker.transition') }
}

function promptOf(world: World, name: string): string {
  return readFileSync(join(world.repo, '.wiggum/artifacts', runId(world), `prompts/${name}.md`), 'utf8')
}

/** Said where it ended otherwise than it should. */
function whyOf(run: Ended): string {
  return `${run.stdout.split('\n').slice(-4).join('\n')}${run.stderr}`
}

const ABORT = ['--on-stagnation', 'abort']

describe('a loop that stands still', () => {
  test(
    'one error again and again: halted after three passes, and the third was told what was tried',
    async () => {
      const { world, run, moves, passes } = await loop(inTurn('aaa'), ABORT)
      expect(run.code, whyOf(run)).toBe(23)
      expect(moves).toMatchObject([{ to: 'OPEN', pass: 3, signals: ['stagnation.repeated-error'] }])
      expect(passes[2]?.facts.errors[0]).toContain('a is missing')
      expect(passes[2]?.facts.agent_errors?.[0]).toContain('a is missing')
      const prompt = promptOf(world, '1-do-maker-3-3')
      expect(prompt).toContain('The same error came back each time')
      expect(prompt).toContain(`pass 1 changed ${SOURCE}`)
      expect(merges(world)).toHaveLength(0)
    },
    PATIENCE,
  )

  test('A, B, A, B is a circle', { tags: 'deep' }, async () => {
    const { run, moves } = await loop(inTurn('abab'), ABORT)
    expect(run.code, whyOf(run)).toBe(23)
    expect(moves).toMatchObject([{ to: 'OPEN', pass: 4, signals: ['stagnation.error-cycle'] }])
  })

  test('so are five errors that come round', { tags: 'deep' }, async () => {
    const { run, moves } = await loop(inTurn('abcdeabcde'), [...ABORT, '--max-passes', '10'])
    expect(run.code, whyOf(run)).toBe(23)
    expect(moves).toMatchObject([{ to: 'OPEN', pass: 10, signals: ['stagnation.error-cycle'] }])
  })

  test('passes that change only tests are seen after the fourth', { tags: 'deep' }, async () => {
    const only = (name: string) =>
      tries([
        {
          path: TEST,
          write: `${demoProject[TEST]}\ntest('${name}', () => assert.equal(slugify('${name}'), ''))\n`,
        },
      ])
    const { run, moves } = await loop(['first', 'second', 'third', 'fourth'].map(only), ABORT)
    expect(run.code, whyOf(run)).toBe(23)
    expect(moves[0]).toMatchObject({ to: 'OPEN', pass: 4 })
    expect(moves[0]?.signals).toContain('stagnation.tests-only')
  })

  test('the same calls round and round, in three passes', { tags: 'deep' }, async () => {
    const call = { name: 'Read', input: { file_path: SOURCE }, result: 'the same' }
    const goesRound = (pass: number) =>
      tries(
        [
          { path: 'notes.md', write: `${pass}\n` },
          { path: SOURCE, write: `// ${pass}\nexport const a = 1\n` },
        ],
        {
          tool_calls: Array(5).fill(call),
          run: [],
        },
      )
    const { moves, passes } = await loop([1, 2, 3].map(goesRound), ABORT)
    expect(passes[0]?.facts.repeats).toEqual({ period: 1, times: 5 })
    expect(moves[0]?.signals).toContain('stagnation.tool-cycle')
  })
})

describe('a loop that gets on', () => {
  test('through five different errors to the end', { tags: 'deep' }, async () => {
    const { world, run, moves, passes } = await loop([...inTurn('abcde'), mends], ['--max-passes', '6'])
    expect(run.code, run.stderr).toBe(0)
    expect(moves).toEqual([])
    expect(passes.map(({ check }) => check)).toEqual([...Array(5).fill('red'), 'green'])
    expect(merges(world)).toHaveLength(1)
  })

  test('after a pass that hangs: what it had done by then is kept, and the next one finishes', {
    tags: 'deep',
  }, async () => {
    const hangs = tries([{ path: TEST, write: `${demoProject[TEST]}// begun\n` }], {
      misbehave: { hang: true },
    })
    const config = { '.wiggum/config.yaml': 'limits: { agent_idle_minutes: 0.05 }\n' }
    const { world, run, passes } = await loop([hangs, mends], [], config)
    expect(run.code, run.stderr).toBe(0)
    expect(passes[0]).toMatchObject({ facts: { changed: true, failed: expect.stringMatching(/^idle: /) } })
    expect(passes[1]).toMatchObject({ left: [], facts: { failed: null } })
    expect(promptOf(world, '1-do-maker-2-2')).toContain('stopped before it was done')
    expect(merges(world)).toHaveLength(1)
  })

  test('after a blocker that the next pass finds a way round; a second report of it ends the run', {
    tags: 'deep',
  }, async () => {
    const blocked = tries([], { run: [], contract: { status: 'BLOCKED', summary: 'The port is taken.' } })
    const round = await loop([blocked, mends])
    expect(round.run.code, round.run.stderr).toBe(0)
    expect(round.passes[0]?.facts.blocked).toBe('The port is taken.')
    expect(promptOf(round.world, '1-do-maker-2-2')).toContain('way round')
    const twice = await loop([blocked, blocked])
    expect(twice.run.code).toBe(14)
    expect(result(twice.run).reason).toContain('The port is taken.')
  })
})

describe('what a person may answer', () => {
  const answers: [string, number][] = [
    ['skip', 23],
    ['continue', 0],
    ['retry', 0],
    ['abort', 23],
  ]
  for (const [some, options] of inTiers(answers, 4))
    test.each(some)('%s', options, async (answer, code) => {
      const { world, run } = await loop([...inTurn('aaa'), mends])
      expect(run.code, whyOf(run)).toBe(20)
      const said = await wiggum(world, ['answer', result(run).run_id, answer])
      expect(said.code, said.stderr).toBe(code)
      expect(merges(world)).toHaveLength(code === 0 ? 1 : 0)
    })
})

describe('bad input', () => {
  test('an unknown model in the progression is one sentence', async () => {
    const file = {
      '.wiggum/config.yaml': 'stagnation: { escalation: { model_progression: [haiku, sonett] } }\n',
    }
    const world = makeWorld({ ...demoProject, ...file })
    worlds.push(world)
    const run = await wiggum(world, ['loop', TASK, '--agent', scenarioFile(world, honest())])
    expect(run.code).toBe(2)
    expect(run.stderr).toContain('"sonett", a model that is not known')
    expect(run.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('so is a folder that is no repository', async () => {
    const world = makeWorld()
    worlds.push(world)
    const run = await wiggum(world, ['loop', TASK], {}, world.dir)
    expect(run.code).toBe(3)
    expect(run.stderr).toContain('not in a git repository')
  })
})
