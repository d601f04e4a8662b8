import { describe, expect, test, vi } from 'vitest'
import type { World } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import { carryOn, dataOf, inWorld, mainOf, play } from './trust-play.ts'
import { fix, moreTests } from './trust-projects.ts'

vi.setConfig({ maxConcurrency: 3, testTimeout: 120_000 })

/** What the user does to main while the run is under way; the Maker's call stands for that time. */
const rewrites: [string, (repo: string) => string][] = [
  ['reset', (repo) => `git -C '${repo}' reset -q --hard HEAD~1`],
  [
    'amended',
    (repo) => `cd '${repo}' && git rm -q dropped.txt && git commit -q --amend --allow-empty -m Kept`,
  ],
  [
    'made another history',
    (repo) =>
      `cd '${repo}' && git checkout -q --orphan x && git rm -qf dropped.txt && git commit -qm Other && git branch -M x main`,
  ],
]
const cases = ['pipeline', 'pdca', 'loop'].flatMap((strategy) =>
  rewrites.map(([how, rewrite]) => [strategy, how, rewrite] as const),
)

async function rewriting(world: World, rewrite: string, args: string[]) {
  world.write('dropped.txt', 'what the user drops')
  world.git('add', '-A')
  world.git('commit', '-q', '-m', 'Drop me')
  return play(world, honest({ maker: [turnOf('maker', { edits: [moreTests, fix], run: [rewrite] })] }), args)
}

const filesOnMain = (world: World) => world.git('ls-tree', '-r', '--name-only', 'main')

describe.concurrent('a target that the user', () => {
  for (const [shown, options] of inTiers(cases, 9))
    test.each(shown)(
      '%s: %s meanwhile is asked about; a yes lands the change without what was dropped',
      options,
      (strategy, _, rewrite) =>
        inWorld(undefined, async (world) => {
          const played = await rewriting(world, rewrite(world.repo), ['--strategy', strategy])
          expect([played.run.code, dataOf(played, 'gate.opened').map(({ kind }) => kind)]).toEqual([
            20,
            ['rewritten-target'],
          ])
          const kept = mainOf(world)
          const landed = await carryOn(world, ['approve', played.said.run_id])
          expect([landed.run.code, landed.said.status]).toEqual([0, 'landed'])
          expect(world.git('rev-parse', 'main^').trim()).toBe(kept)
          expect(filesOnMain(world)).not.toContain('dropped.txt')
          expect(world.git('show', '--name-only', '--format=', 'main').trim().split('\n')).toEqual([
            'src/slugify.js',
            'test/slugify.test.js',
          ])
          expect(world.git('status', '--porcelain', '--untracked-files=no')).toBe('')
        }),
    )

  test('rewrote stays as it is after a no, and the work is on its branch', { tags: 'deep' }, () =>
    inWorld(undefined, async (world) => {
      const played = await rewriting(world, rewrites[0]![1](world.repo), [])
      const kept = mainOf(world)
      const ended = await carryOn(world, ['reject', played.said.run_id])
      expect([ended.run.code, ended.said.status, mainOf(world)]).toEqual([10, 'refused', kept])
      expect(world.git('show', `${ended.said.branch}:src/slugify.js`)).toContain('-+|-+$')
    }),
  )
})
