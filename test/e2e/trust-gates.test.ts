import { describe, expect, test, vi } from 'vitest'
import { demoProject } from '../../src/agents/scripted/demo-project.ts'
import { honest, turnOf } from '../support/scenarios.ts'
import {
  carryOn,
  dataOf,
  expectLanded,
  expectLandedQuietly,
  expectNotLanded,
  inWorld,
  mainOf,
  play,
} from './trust-play.ts'
import { fix, moreTests } from './trust-projects.ts'

vi.setConfig({ maxConcurrency: 3, testTimeout: 120_000 })

const NOTES = ['a', 'b', 'c', 'd'].map((name) => `notes/${name}.txt`)
/** Eight files, so that the four notes are exactly half. */
const project = { ...demoProject, ...Object.fromEntries(NOTES.map((path) => [path, `${path}\n`])) }

const deleting = (paths: string[], planned: string[] = []) =>
  honest({
    creator: [turnOf('creator', { contract: { ...turnOf('creator').contract, files: planned } })],
    maker: [
      turnOf('maker', { edits: [moreTests, fix, ...paths.map((path) => ({ path, delete: true as const }))] }),
    ],
  })

const kinds = (played: Parameters<typeof dataOf>[0]) => dataOf(played, 'gate.opened').map(({ kind }) => kind)

describe.concurrent('GS4: a change that deletes more than half the files', () => {
  const most = [...NOTES, 'README.md']

  test('waits for a person, whom no agent and no --yes can replace; approve lands it', () =>
    inWorld(project, async (world) => {
      const asked = await play(world, deleting(most), ['--yes', '--allow', 'delete'])
      expectNotLanded(asked, /deletes 5 of 8 files/)
      expect([asked.run.code, kinds(asked)]).toEqual([20, ['mass-deletion']])
      const runId = asked.said.run_id
      const byAgent = await carryOn(world, ['approve', runId], { WIGGUM_RUN_ID: runId })
      expect(byAgent.run.code).toBe(2)
      expect(byAgent.run.stdout).toContain('An agent may not answer')
      expect(mainOf(world)).toBe(asked.before)
      const approved = await carryOn(world, ['approve', runId])
      expectLanded(approved)
      expect(dataOf(approved, 'gate.answered')).toMatchObject([{ answer: 'yes' }])
      expect(world.git('ls-files').trim().split('\n')).toEqual([
        'package.json',
        'src/slugify.js',
        'test/slugify.test.js',
      ])
    }))

  test('does not land when it is rejected, and says why', { tags: 'deep' }, () =>
    inWorld(project, async (world) => {
      const asked = await play(world, deleting(most))
      const rejected = await carryOn(world, ['reject', asked.said.run_id, 'keep the notes'])
      expectNotLanded(rejected, /answered no \(mass-deletion\): keep the notes/)
      expect(rejected.run.code).toBe(10)
      // The work is still there for whoever wants it.
      expect(world.git('rev-parse', '--verify', asked.said.branch).trim()).toMatch(/^[0-9a-f]{40}$/)
    }),
  )

  test('is asked about even if the plan names every file', { tags: 'deep' }, () =>
    inWorld(project, async (world) => {
      expect(kinds(await play(world, deleting(most, most)))).toEqual(['mass-deletion'])
    }),
  )

  test('lands unasked where the user allowed just that', { tags: 'deep' }, () =>
    inWorld(project, async (world) => {
      expectLandedQuietly(await play(world, deleting(most), ['--allow', 'mass-deletion']))
    }),
  )

  test('is not one that deletes exactly half', { tags: 'deep' }, () =>
    inWorld(project, async (world) => {
      expectLandedQuietly(await play(world, deleting(NOTES, NOTES)))
    }),
  )
})

describe.concurrent('a deletion that the plan does not name', () => {
  test('waits for a person', { tags: 'deep' }, () =>
    inWorld(project, async (world) => {
      const asked = await play(world, deleting(['README.md'], NOTES))
      expectNotLanded(asked, /deletes 1 file that the plan does not name/)
      expect([asked.run.code, kinds(asked)]).toEqual([20, ['delete']])
      expect(dataOf(asked, 'gate.opened')[0]?.evidence).toEqual(['README.md'])
      expectLanded(await carryOn(world, ['approve', asked.said.run_id]))
    }),
  )

  test('passes with --allow delete', { tags: 'deep' }, () =>
    inWorld(project, async (world) => {
      expectLandedQuietly(await play(world, deleting(['README.md']), ['--allow', 'delete']))
    }),
  )

  test('is no question where the plan does name it', { tags: 'deep' }, () =>
    inWorld(project, async (world) => {
      expectLandedQuietly(await play(world, deleting(['README.md'], ['README.md'])))
    }),
  )
})

test('approving a change that bends its own tests lands it, and the log says who did', { tags: 'deep' }, () =>
  inWorld(undefined, async (world) => {
    const edits = [
      moreTests,
      fix,
      { path: 'package.json', replace: ['node --test', 'node --test test/'] as [string, string] },
    ]
    const asked = await play(world, honest({ maker: [turnOf('maker', { edits })] }))
    expectNotLanded(asked, /alters how it is tested/)
    const approved = await carryOn(world, ['approve', asked.said.run_id])
    expectLanded(approved)
    expect(dataOf(approved, 'gate.answered')[0]?.by).not.toBe('')
  }),
)
