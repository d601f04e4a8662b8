import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { claudeOnPath, makeWorld, type World, wiggumProcess } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK, turnOf } from '../support/scenarios.ts'
import { fix, moreTests } from './trust-projects.ts'

vi.setConfig({ testTimeout: 240_000 })

const mounts: string[] = []
const worlds: World[] = []

afterEach(() => {
  for (const path of mounts.splice(0)) execFileSync('umount', ['-l', path])
  for (const world of worlds.splice(0)) world.end()
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0
const mayMount = canMount || process.env.WIGGUM_TEST_REQUIRE_ALL !== undefined

const places = {
  'the user’s .git': (world: World) => join(world.repo, '.git'),
  'our home': (world: World) => join(world.dir, 'work'),
  'the artifacts': (world: World) => join(world.repo, '.wiggum', 'artifacts'),
}

const troubles: Record<string, { does: (at: string) => string; says: RegExp; undo: (at: string) => void }> = {
  full: {
    does: (at) => `dd if=/dev/zero of='${at}/fill' bs=4k; dd if=/dev/zero of='${at}/fill2' bs=1; true`,
    says: /the disk is full/,
    undo: (at) => {
      for (const name of ['fill', 'fill2']) rmSync(join(at, name), { force: true })
    },
  },
  'read-only': {
    does: (at) => `mount -o remount,ro '${at}'`,
    says: /the file system is read-only/,
    undo: (at) => execFileSync('mount', ['-o', 'remount,rw', at]),
  },
}

const cases = (['maker', 'guardian'] as const).flatMap((role) =>
  Object.keys(places).flatMap((place) =>
    Object.keys(troubles)
      // The stream that is being written there keeps it from becoming read-only.
      .filter((trouble) => place !== 'the artifacts' || trouble === 'full')
      .map((trouble) => [place, trouble, role] as const),
  ),
)

describe.runIf(mayMount)('a disk of its own for', () => {
  for (const [shown, options] of inTiers(cases, cases.length))
    test.each(shown)(
      '%s that is %s while the %s works: exit 3, and resume finishes',
      options,
      async (place, trouble, role) => {
        const world = makeWorld()
        worlds.push(world)
        const at = places[place as keyof typeof places](world)
        const { does, says, undo } = troubles[trouble]!
        small(world, at)
        const calls = { maker: [turnOf('maker', { edits: [moreTests, fix] })] }
        const spoiled = honest(
          role === 'maker'
            ? { maker: [turnOf('maker', { edits: [moreTests, fix], run: [does(at)] })] }
            : { ...calls, guardian: [turnOf('guardian', { run: [does(at)] })] },
        )
        claudeOnPath(world, spoiled)
        const run = await wiggumProcess(world, ['run', TASK, '--strategy', 'pipeline'])
        expect([run.code, run.stderr]).toEqual([3, expect.stringMatching(says)])
        expect(run.stderr.trim().split('\n')).toHaveLength(1)
        expect(run.stderr).toContain(at)
        undo(at)
        claudeOnPath(world, honest(calls))
        expect((await wiggumProcess(world, ['resume'])).code).toBe(0)
        expect(world.git('log', '--merges', '--format=%s', 'main').trim().split('\n')).toHaveLength(1)
      },
    )
})

function small(world: World, at: string): void {
  const aside = join(world.dir, 'aside')
  mkdirSync(at, { recursive: true })
  cpSync(at, aside, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', at])
  mounts.push(at)
  cpSync(aside, at, { recursive: true })
}
