import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createJournalIfFree } from '../../src/store/journal.ts'
import { ensureLayout, layoutOf } from '../../src/store/layout.ts'
import { simulate } from '../core/simulate.ts'
import { makeWorld, type World, wiggum } from '../support/cli.ts'

const worlds: World[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.end()
})

const LOOP = { strategy: 'loop', loop: { max_passes: 5, suppressed: null, accept: false } }

/** Three runs, as their logs tell them: landed in January, left open in the loop, and one that never came to its first event. */
function worldWithRuns(): World {
  const world = makeWorld({ 'a.txt': 'a\n' })
  worlds.push(world)
  const layout = layoutOf(world.repo)
  ensureLayout(layout)
  const all = {
    '2026-01-01-landed': simulate(),
    '2026-01-02-open': simulate({ start: LOOP, green: () => false }),
  }
  for (const [run, { events }] of Object.entries(all)) {
    const journal = createJournalIfFree(layout.log(run), run)!
    for (const { type, phase, agent, parent, data, ts } of events)
      journal.append({ type, phase, agent, parent, data } as Parameters<typeof journal.append>[0], ts)
    journal.close()
  }
  mkdirSync(layout.artifacts('2026-01-01-landed'), { recursive: true })
  writeFileSync(join(layout.artifacts('2026-01-01-landed'), 'big.txt'), 'x'.repeat(5_000_000))
  return world
}

const rows = async (world: World, ...args: string[]) =>
  JSON.parse((await wiggum(world, ['runs', '--json', ...args])).stdout)

test('runs lists them newest first, with what they took, and how large they are', async () => {
  const world = worldWithRuns()
  const all = await rows(world)
  expect(all).toMatchObject([
    { run_id: '2026-01-02-open', strategy: 'loop', status: 'waiting' },
    { run_id: '2026-01-01-landed', strategy: 'pipeline', status: 'landed' },
  ])
  expect(all[1].bytes).toBeGreaterThan(5_000_000)
  expect(all[0].bytes).toBeLessThan(1_000_000)
  expect(all[0].passes).toBeGreaterThan(1)
  const { stdout, code } = await wiggum(world, ['runs'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^run +status +strategy +passes +time +cost +size +task\n2026-01-02-open +waiting/)
  expect(stdout).toMatch(/2026-01-01-landed +landed .* 5\.\d MB /)
  expect(stdout).toMatch(/\n2 runs, 5\.\d MB\n$/)
})

test.each([
  [['--status', 'landed'], ['2026-01-01-landed']],
  [
    ['--status', 'landed', '--status', 'waiting'],
    ['2026-01-02-open', '2026-01-01-landed'],
  ],
  [['--strategy', 'loop'], ['2026-01-02-open']],
  [['--limit', '1'], ['2026-01-02-open']],
  [
    ['--since', '2025-12-31'],
    ['2026-01-02-open', '2026-01-01-landed'],
  ],
  [['--since', '7d'], []],
])('runs %j', async (args, wanted) => {
  const found = await rows(worldWithRuns(), ...args)
  expect(found.map(({ run_id }: { run_id: string }) => run_id)).toEqual(wanted)
})

test('a wish that cannot be met is said in one sentence', async () => {
  const world = worldWithRuns()
  expect(await wiggum(world, ['runs', '--since', 'lately'])).toMatchObject({
    code: 2,
    stderr: 'wiggum: --since does not understand "lately". Write a day, such as 2026-11-01, or 7d.\n',
  })
  expect((await wiggum(world, ['runs', '--limit', '0'])).code).toBe(2)
  expect(await wiggum(world, ['runs', '--strategy', 'bogus'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('pipeline, pdca, loop, live, review'),
  })
  expect(await rows(world, '--strategy', 'review')).toEqual([])
  expect((await wiggum(world, ['runs', '--status', 'nonsense'])).stdout).toBe(
    'No run fits. None is "nonsense"; there are: landed, waiting. All of them: wiggum runs\n',
  )
})

test('replay timeline tells a run from its log; a damaged one as far as it can be read', async () => {
  const world = worldWithRuns()
  const told = await wiggum(world, ['replay', 'timeline', '2026-01-01-landed'])
  expect(told.code).toBe(0)
  expect(told.stdout).toMatch(/^Run 2026-01-01-landed\n.*verdict +guardian: APPROVED/)
  expect(told.stdout).toContain('end       run: landed (0)')
  const { points } = JSON.parse((await wiggum(world, ['replay', 'timeline', '--json'])).stdout)
  expect(points.some(({ kind }: { kind: string }) => kind === 'breaker')).toBe(true)

  const log = layoutOf(world.repo).log('2026-01-01-landed')
  const lines = readFileSync(log, 'utf8').split('\n')
  writeFileSync(log, lines.with(-3, 'garbage').join('\n'))
  const damaged = await wiggum(world, ['replay', 'timeline', '2026-01-01-landed'])
  expect(damaged.code).toBe(3)
  expect(damaged.stdout).toMatch(
    /verdict[\s\S]*The log is damaged at line \d+: .*What could be read is above/,
  )
  expect(await wiggum(world, ['replay', 'nonsense'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^wiggum: There is no replay "nonsense". Use: wiggum replay timeline \[run\]/,
    ),
  })
})
