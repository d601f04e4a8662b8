import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scenario } from '../../src/agents/scripted/scenario.ts'
import type { EventOf, WiggumEvent } from '../../src/core/events.ts'
import { type Ended, result, scenarioFile, type World, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { logged, merges, runIds, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

function run(world: World, scenario: Scenario, ...more: string[]): Promise<Ended> {
  return wiggum(world, ['run', TASK, '--json', '--agent', scenarioFile(world, scenario), ...more])
}

/** Every role but the named ones crashes: whoever is not expected must not be called. */
function only(...roles: string[]): Scenario {
  const { roles: players, ...rest } = honest()
  const dead = [{ exit: 3, misbehave: { no_result: true } }]
  const entries = Object.entries(players).map(([role, turns]) => [
    role,
    roles.includes(role) ? turns : (dead as never),
  ])
  return { ...rest, roles: Object.fromEntries(entries) }
}

/** A run that is complete but for landing. */
async function earlier(strategy: string, ...more: string[]): Promise<{ world: World; id: string }> {
  const world = worlds.fresh()
  const done = await run(world, honest(), '--strategy', strategy, '--no-merge', ...more)
  expect(done.code).toBe(11)
  return { world, id: result(done).run_id }
}

function of<T extends WiggumEvent['type']>(world: World, id: string, type: T): EventOf<T>[] {
  // The filter is by the event's own type; TypeScript cannot follow that correlation for a generic.
  return logged(world, id).filter((event) => event.type === type) as unknown as EventOf<T>[]
}

/** Who was really called, in order. */
function called(world: World, id: string): string[] {
  return of(world, id, 'agent.start')
    .filter(({ data }) => data.agent !== 'adopted')
    .map(({ data }) => data.archetype)
}

const artifact = (world: World, id: string, name: string) => join(world.repo, '.wiggum/artifacts', id, name)

const REVIEWERS: Record<string, string[]> = { pdca: ['guardian'], pipeline: ['guardian', 'sage'] }

for (const [some, options] of inTiers(['pdca', 'pipeline'], 2))
  describe.each(some)('--start-from by %s', options, (strategy) => {
    let made: { world: World; id: string }
    beforeAll(async () => {
      made = await earlier(strategy, '--workflow', 'fast')
    })

    test.each([
      ['do', ['maker', ...REVIEWERS[strategy]!], 11],
      ['check', REVIEWERS[strategy]!, 11],
      ['act', [], 0],
    ])('%s calls %j and nobody before', async (phase, roles, code) => {
      const { world, id } = made
      const merge = code === 0 ? [] : ['--no-merge']
      const done = await run(world, only(...roles), '--start-from', phase, '--from-run', id, ...merge)
      expect(done).toMatchObject({ code, stderr: '' })
      const second = result(done).run_id
      expect(called(world, second)).toEqual(roles)
      expect(merges(world)).toEqual(code === 0 ? [second] : [])
      const [adopted] = of(world, second, 'run.adopted')
      expect(adopted?.data).toMatchObject({ from: id, phase })
      const start = of(world, second, 'run.start')[0]!.data
      const choices = { workflow: { rationale: `as in ${id}` } }
      expect(start).toMatchObject({ strategy, workflow: 'fast', choices })
      const [ending] = of(world, second, 'run.complete')
      expect(ending?.data.agents_total, 'what was taken over was not called').toBe(roles.length)
      const plan = readFileSync(artifact(world, second, 'plan-creator.md'), 'utf8')
      expect(plan).toBe(readFileSync(artifact(world, id, 'plan-creator.md'), 'utf8'))
      const work = of(world, second, 'work.collected')[0]!.data
      expect(work.files.map((file) => file.path).sort()).toEqual(['src/slugify.js', 'test/slugify.test.js'])
      const before = of(world, id, 'work.collected')[0]!.data
      if (phase !== 'do') expect(work).toMatchObject({ head: before.head, commits: before.commits })
    })
  })

test('the newest run with the same task is taken where none is named; without one it is said', {
  tags: 'deep',
}, async () => {
  const { world, id } = await earlier('pipeline')
  const other = await wiggum(world, ['run', 'Another task', '--start-from', 'do'])
  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('No earlier run has this task') })
  const done = await run(world, only('maker', 'guardian', 'sage'), '--start-from', 'do')
  expect(done.code).toBe(0)
  expect(of(world, result(done).run_id, 'run.adopted')[0]?.data.from).toBe(id)
})

test('from plan nothing is taken over, and a run that is named for nothing is refused', {
  tags: 'deep',
}, async () => {
  const { world, id } = await earlier('pipeline')
  const done = await run(world, honest(), '--start-from', 'plan')
  expect(done.code).toBe(0)
  expect(called(world, result(done).run_id)[0]).toBe('creator')
  const named = await run(world, honest(), '--from-run', id)
  expect(named.code).toBe(2)
  expect(named.stdout).toContain('--from-run needs --start-from')
})

describe('what is missing', () => {
  let made: { world: World; id: string }
  beforeAll(async () => {
    made = await earlier('pipeline')
  })

  test.each([
    ['do', ['plan-creator.md'], /plan-creator\.md is missing/],
    [
      'check',
      ['plan-creator.md', 'do-maker.md', 'do-maker-files.txt'],
      /plan-creator\.md, do-maker\.md, do-maker-files\.txt are missing/,
    ],
    [
      'act',
      ['do-maker-files.txt', 'check-guardian.md'],
      /do-maker-files\.txt, check-guardian\.md are missing/,
    ],
    ['act', ['check-sage.md'], /check-sage\.md is missing/],
  ])('for %s: %j is named, all of it, and nothing is written', async (phase, gone, says) => {
    const { world, id } = made
    const paths = gone.map((name) => artifact(world, id, name))
    for (const path of paths) renameSync(path, `${path}.away`)
    const done = await run(world, honest(), '--start-from', phase, '--from-run', id)
    for (const path of paths) renameSync(`${path}.away`, path)
    expect(done.code).toBe(2)
    expect(done.stdout).toMatch(says)
    expect(runIds(world)).toEqual([id])
  })

  test('for check: work that was never collected', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    const planned = await run(world, honest(), '--dry-run')
    const { run_id: id } = result(planned)
    const done = await run(world, honest(), '--start-from', 'check', '--from-run', id)
    expect(done.code).toBe(2)
    expect(done.stdout).toContain('do-maker.md, do-maker-files.txt are missing')
    const fromDo = await run(world, only('maker', 'guardian', 'sage'), '--start-from', 'do', '--from-run', id)
    expect(fromDo.code, 'a planned run can be started from').toBe(0)
  })
})

test('a review of other work than that which is taken over is none', { tags: 'deep' }, async () => {
  const world = worlds.fresh()
  const rejects = turnOf('guardian', {
    contract: {
      status: 'DONE',
      verdict: 'REJECTED',
      findings: [
        {
          file: 'src/slugify.js',
          line: 1,
          severity: 'CRITICAL',
          category: 'reliability',
          description: 'It loses letters',
          fix: 'Keep them.',
          evidence: '`slugify`',
        },
      ],
    },
  })
  const more = turnOf('maker', { edits: [{ path: 'README.md', write: 'Mended.\n' }] })
  const dies = { exit: 3, misbehave: { no_result: true } } as never
  const scenario = honest({ guardian: [rejects, dies], maker: [turnOf('maker'), more] })
  const first = await run(world, scenario, '--strategy', 'pipeline')
  expect(first.code, 'the fix was made, and its review failed').toBe(14)
  const { run_id: id } = result(first)
  const fromAct = await run(world, honest(), '--start-from', 'act', '--from-run', id)
  expect(fromAct.code).toBe(2)
  expect(fromAct.stdout).toContain('check-guardian.md is missing')
  const fromCheck = await run(world, only('guardian', 'sage'), '--start-from', 'check', '--from-run', id)
  expect(fromCheck.code).toBe(0)
})

test('work that has landed is not checked again', { tags: 'deep' }, async () => {
  const world = worlds.fresh()
  const first = await run(world, honest())
  const done = await run(world, honest(), '--start-from', 'check', '--from-run', result(first).run_id)
  expect(done.code).toBe(2)
  expect(done.stdout).toContain('has landed already')
})

test('killed while it takes over, it takes over again and goes on', { tags: 'deep' }, async () => {
  const { world, id } = await earlier('pipeline')
  const agent = scenarioFile(world, only('guardian', 'sage'))
  const args = ['run', TASK, '--agent', agent, '--start-from', 'check', '--from-run', id]
  const killed = await wiggum(world, args, { WIGGUM_FAILPOINT: '1@append:work.collected' })
  expect(killed.code, 'killed by a signal').toBeNull()
  const second = runIds(world).at(-1)!
  expect(of(world, second, 'run.adopted')).toEqual([])
  const resumed = await wiggum(world, ['resume', second])
  expect(resumed.code).toBe(0)
  expect(called(world, second)).toEqual(['guardian', 'sage'])
  expect(merges(world)).toEqual([second])
})
