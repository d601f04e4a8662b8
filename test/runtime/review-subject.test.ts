import { symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../src/cli/review-document.ts'
import { reviewWanted } from '../../src/cli/review-wanted.ts'
import { refuseForeignRuns } from '../../src/runtime/foreign-files.ts'
import { readProject } from '../../src/runtime/project.ts'
import { reviewChange } from '../../src/runtime/review-change.ts'
import { reviewSubject, type Wanted } from '../../src/runtime/review-subject.ts'
import { remoteAddress } from '../../src/workspace/ranges.ts'
import { openRepository, type Repository } from '../../src/workspace/repository.ts'
import { makeWorld, type World } from '../support/cli.ts'

const worlds: World[] = []
afterAll(() => {
  for (const world of worlds) world.end()
})

function fresh(): World {
  const world = makeWorld({ 'src/a.js': 'export const a = 1\n', 'README.md': 'hello\n' })
  worlds.push(world)
  return world
}

async function repoOf(world: World): Promise<Repository> {
  const opened = await openRepository(world.repo)
  if (!opened.ok) throw new Error(opened.message)
  return opened.repo
}

/** What would be reviewed, with the names of the files in it. */
async function changeIn(world: World, wanted: Wanted, likely: string | null = null) {
  const repo = await repoOf(world)
  const subject = await reviewSubject(repo, wanted, likely)
  if (!subject) return null
  const change = await reviewChange(repo, subject, { wanted, env: world.env })
  return change && { ...change, patch: change.patch?.toString('utf8') ?? null }
}

function filesOf(world: World, { base, head }: { base: string; head: string }): string[] {
  return world.git('diff', '--name-only', base, head).trim().split('\n')
}

describe('a branch beside main', () => {
  let world: World
  beforeAll(() => {
    world = fresh()
    world.git('switch', '-q', '-c', 'feature')
    world.write('src/a.js', 'export const a = 2\n')
    world.git('commit', '-qam', 'Two is better')
    world.git('switch', '-q', 'main')
    world.write('README.md', 'main went on\n')
    world.git('commit', '-qam', 'Main goes on')
    world.git('switch', '-q', 'feature')
  })

  test.each<[string | null, string, string[], string]>([
    ['main...feature', 'main...feature', ['src/a.js'], 'Two is better'],
    ['main...', 'main...HEAD', ['src/a.js'], 'Two is better'],
    ['main..feature', 'main..feature', ['README.md', 'src/a.js'], 'Two is better'],
    ['feature', 'main...feature', ['src/a.js'], 'Two is better'],
    ['HEAD', 'the commit HEAD', ['src/a.js'], 'Two is better'],
    [null, 'main...HEAD', ['src/a.js'], 'Two is better'],
  ])('%s is %s', async (text, what, files, said) => {
    const wanted: Wanted = text === null ? { kind: 'branch' } : { kind: 'range', text }
    const change = await changeIn(world, wanted)
    expect(change).toMatchObject({ what, said, patch: null })
    expect(filesOf(world, change!)).toEqual(files)
  })

  test('another branch is compared with the one that the configuration names', async () => {
    const change = await changeIn(world, { kind: 'range', text: 'main' }, 'feature')
    expect(change!.what).toBe('feature...main')
  })

  test('the configuration counts as the other side has it now, not as it was where they parted', async () => {
    const change = await changeIn(world, { kind: 'branch' })
    expect(change!.rules).toBe(world.git('rev-parse', 'main').trim())
    expect(change!.base).toBe(world.git('merge-base', 'main', 'feature').trim())
  })

  test.each([
    ['mian...HEAD', /no branch, tag or commit "mian"/, /nearest known name is "main"/],
    ['--output=x', /no branch, tag or commit/, /nearest/],
    ['main~5', /no branch, tag or commit "main~5"/, /main/],
  ])('%s is refused with a sentence', async (text, message, fix) => {
    const done = changeIn(world, { kind: 'range', text })
    await expect(done).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) })
    await expect(done).rejects.toMatchObject({ fix: expect.stringMatching(fix) })
  })

  test('what has nothing in common, or no parent, is named', async () => {
    const orphan = world.git('commit-tree', '-m', 'alone', 'main^{tree}').trim()
    const apart = changeIn(world, { kind: 'range', text: `main...${orphan}` })
    await expect(apart).rejects.toThrow('no commit in common')
    await expect(changeIn(world, { kind: 'range', text: orphan })).rejects.toThrow('has no parent here')
  })
})

describe('what is not committed', () => {
  test('staged: exactly the index, with deleted, new and odd names, and nothing that is only announced', async () => {
    const world = fresh()
    world.git('rm', '-q', 'README.md')
    world.write('a "b" ü.txt', 'odd\n')
    world.write('bin', '\0\x01')
    world.git('add', '-A')
    world.write('later.txt', 'announced only\n')
    world.git('add', '-N', 'later.txt')
    world.write('src/a.js', 'not staged\n')
    const tree = world.git('write-tree').trim()
    const first = await changeIn(world, { kind: 'staged' })
    const again = await changeIn(world, { kind: 'staged' })
    expect(first!.head, 'the same change is the same commit').toBe(again!.head)
    expect(first!.patch).toContain('GIT binary patch')
    const patched = await changeIn(world, { kind: 'patch', name: 'x', patch: Buffer.from(first!.patch!) })
    expect(patched!.head, 'its own patch makes it again').toBe(first!.head)
    expect(() => world.git('cat-file', '-e', first!.head), 'the user’s repository has it not').toThrow()
    writeFileSync(join(world.dir, 'it.patch'), first!.patch!)
    world.git('read-tree', 'HEAD')
    world.git('apply', '--cached', join(world.dir, 'it.patch'))
    expect(world.git('write-tree').trim(), 'it is what the index held').toBe(tree)
  })

  test('a conflict in the index is named', async () => {
    const world = fresh()
    world.git('switch', '-q', '-c', 'other')
    world.write('src/a.js', 'export const a = 3\n')
    world.git('commit', '-qam', 'Other')
    world.git('switch', '-q', 'main')
    world.write('src/a.js', 'export const a = 4\n')
    world.git('commit', '-qam', 'Main')
    expect(() => world.git('merge', '-q', 'other')).toThrow()
    await expect(changeIn(world, { kind: 'staged' })).rejects.toThrow('src/a.js has a conflict')
  })

  test('the working tree: what is not staged and what git does not know yet', async () => {
    const world = fresh()
    world.write('src/a.js', 'export const a = 3\n')
    world.write('new.txt', 'new\n')
    const change = await changeIn(world, { kind: 'working-tree' })
    expect(change!.patch).toMatch(/new\.txt/)
    expect(change!.patch).toMatch(/export const a = 3/)
  })

  test('nothing in it is nothing; so is a branch that nothing is beside', async () => {
    const world = fresh()
    const range: Wanted = { kind: 'range', text: 'HEAD..HEAD' }
    for (const wanted of [
      { kind: 'staged' },
      { kind: 'working-tree' },
      { kind: 'branch' },
      range,
    ] as Wanted[])
      expect(await changeIn(world, wanted), wanted.kind).toBeNull()
  })

  test('a patch that is none, or for other files, does not apply', async () => {
    const world = fresh()
    for (const patch of ['hello', '', '--- a/gone.js\n+++ b/gone.js\n@@ -1 +1 @@\n-a\n+b\n'])
      await expect(changeIn(world, { kind: 'patch', name: 'p', patch: Buffer.from(patch) })).rejects.toThrow(
        'The patch p does not apply to HEAD',
      )
  })

  test('a patch without prefixes is one all the same', async () => {
    const patch = '--- README.md\n+++ README.md\n@@ -1 +1 @@\n-hello\n+hi\n'
    const change = await changeIn(fresh(), { kind: 'patch', name: 'p', patch: Buffer.from(patch) })
    expect(change!.patch).toContain('+hi')
  })

  test('what a mailed patch says before it begins is what it is for', async () => {
    const patch =
      'Subject: Two\n\ndiff --git a/README.md b/README.md\n--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-hello\n+hi\n'
    const change = await changeIn(fresh(), { kind: 'patch', name: 'p', patch: Buffer.from(patch) })
    expect(change!.said).toBe('Subject: Two')
  })
})

describe('what a change brings along', () => {
  const CONFIG = 'version: 1\nworkflow: fast\n'

  async function brought(plant: (world: World) => void) {
    const world = fresh()
    world.git('switch', '-q', '-c', 'pull')
    plant(world)
    world.git('add', '-A', '-f')
    world.git('commit', '-qm', 'Brought')
    return { world, repo: await repoOf(world), head: world.git('rev-parse', 'HEAD').trim() }
  }

  test.each<[string, (world: World) => void]>([
    ['a configuration', (world) => world.write('.wiggum/config.yaml', CONFIG)],
    [
      'one behind a link',
      (world) => {
        world.write('evil.yaml', CONFIG)
        world.write('.wiggum/.gitignore', '')
        symlinkSync('../evil.yaml', join(world.repo, '.wiggum/config.yaml'))
      },
    ],
    ['a role', (world) => world.write('.wiggum/archetypes/evil/archetype.yaml', 'title: Evil\n')],
    ['a rule', (world) => world.write('.wiggum/detectors/evil.mjs', 'process.exit(9)\n')],
  ])('%s is not read', async (_, plant) => {
    const { repo, head, world } = await brought(plant)
    const project = await readProject({ repo, at: 'main', notFrom: head }, world.env)
    expect(project).toMatchObject({
      archetypes: [],
      detectors: [],
      sources: [],
      config: { workflow: 'auto' },
    })
  })

  test('what is not in it, and lies in the working copy, is the user’s', async () => {
    const { repo, head, world } = await brought((each) => each.write('x.txt', 'x\n'))
    world.write('.wiggum/config.yaml', CONFIG)
    const project = await readProject({ repo, at: 'main', notFrom: head }, world.env)
    expect(project.config.workflow).toBe('fast')
  })

  test.each<[string, (world: World) => void]>([
    ['an answer for the inbox', (world) => world.write('.wiggum/state/inbox/x/1.json', '{}')],
    [
      'a link in place of the folder',
      (world) => {
        world.write('evil/x', '')
        symlinkSync('evil', join(world.repo, '.wiggum'))
      },
    ],
  ])('%s is refused', async (_, plant) => {
    const { repo, head, world } = await brought(plant)
    const main = world.git('rev-parse', 'main').trim()
    await expect(refuseForeignRuns(repo, main, head)).rejects.toThrow('where only wiggum itself writes')
  })

  test('settings alone are not', async () => {
    const { repo, head, world } = await brought((each) => each.write('.wiggum/config.yaml', CONFIG))
    await refuseForeignRuns(repo, world.git('rev-parse', 'main').trim(), head)
  })
})

describe('what the command line may not say', () => {
  const call = (options: Record<string, unknown>, ...args: string[]) => ({
    args,
    options,
    json: options.json === true,
    cwd: '/nowhere',
    env: {},
    out: () => {},
  })

  test.each<[string, ReturnType<typeof call>, string]>([
    ['two changes at once', call({ staged: true }, 'main'), 'two different changes'],
    ['a patch that is not there', call({ diff: 'gone.patch' }), 'There is no file /nowhere/gone.patch'],
  ])('%s', async (_, given, words) => {
    await expect(reviewWanted(given)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(words),
    })
  })

  test('two results on standard output; and a file’s ending says its format', () => {
    expect(() => documentOf(call({ json: true, format: 'md' }))).toThrow('both want standard output')
    const there = tmpdir()
    expect(documentOf(call({ json: true, output: join(there, 'a.sarif') }))).toEqual({
      format: 'sarif',
      output: join(there, 'a.sarif'),
    })
    expect(documentOf(call({ output: join(there, 'notes') }))).toMatchObject({ format: 'md' })
    expect(documentOf(call({}))).toBeNull()
  })
})

test('where a repository is, is told without anybody’s name or password', async () => {
  const world = fresh()
  const repo = await repoOf(world)
  world.git('remote', 'add', 'origin', '/srv/git/a.git')
  expect(await remoteAddress(repo)).toBeNull()
  world.git('remote', 'set-url', 'origin', 'git@example.org:a/b.git')
  expect(await remoteAddress(repo)).toBe('ssh://example.org/a/b.git')
  world.git('remote', 'set-url', 'origin', 'https://user:secret@example.org/a/b.git?x=1')
  expect(await remoteAddress(repo)).toBe('https://example.org/a/b.git')
})
