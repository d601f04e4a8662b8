import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { scenarioFile, type World, wiggum } from '../support/cli.ts'
import { inTiers } from '../support/in-tiers.ts'
import { honest, TASK } from '../support/scenarios.ts'
import { logged, loggedOf, merges, runId, runIds, worldKeeper } from './run-log.ts'

const worlds = worldKeeper()
afterAll(worlds.end)

const FIX = ".replace(/^-+|-+$/g, '')"
const runArgs = (world: World, ...more: string[]) => [
  'run',
  TASK,
  '--agent',
  scenarioFile(world, honest()),
  ...more,
]

function gitIn(world: World, dir: string, ...args: string[]): string {
  return execFileSync('git', ['-C', dir, ...args], { env: world.env, encoding: 'utf8' })
}

/** A stash, then something staged, something changed after staging, something unstaged, something untracked. */
function makeDirty(world: World): void {
  world.write('README.md', 'put away\n')
  world.write('stashed and untracked.txt', 'put away too\n')
  world.git('stash', 'push', '-q', '-u', '-m', 'for later')
  world.write('staged.txt', 'staged\n')
  world.write('README.md', 'staged\n')
  world.git('add', '-A')
  world.write('README.md', 'staged and changed again\n')
  world.write('src/slugify.js', 'unstaged\n')
  world.write('untracked äöü.bin', '\u0000\u0001')
}

/** Everything of a checkout that a user could miss afterwards; reading it must not refresh the index. */
function snapshot(world: World, dir = world.repo) {
  const git = (...args: string[]) => gitIn(world, dir, '--no-optional-locks', ...args)
  const gitDir = git('rev-parse', '--absolute-git-dir').trim()
  return {
    index: readFileSync(join(gitDir, 'index')).toString('base64'),
    head: readFileSync(join(gitDir, 'HEAD'), 'utf8'),
    status: git('status', '--porcelain=v2', '--branch', '--show-stash'),
    stashes: git('stash', 'list', '--format=%gd %H %gs'),
    stashed: git('stash', 'list').trim() ? git('stash', 'show', '-p', '-u', '--binary') : '',
    files: filesIn(dir),
  }
}

function filesIn(dir: string): Record<string, string> {
  const paths = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .filter((path) => !/^\.(git|wiggum)(\/|$)/.test(path))
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(dir, path), 'base64')]))
}

describe('GS7: a dirty checkout', () => {
  test('keeps every byte, its index and its stash while a run lands on another branch', async () => {
    const world = worlds.fresh()
    world.git('branch', 'other')
    makeDirty(world)
    const before = snapshot(world)
    expect(before.status).toMatch(/^1 A. /m)
    expect(before.status).toMatch(/^1 MM /m)
    expect(before.status).toMatch(/^\? /m)
    expect(before.stashes).toContain('for later')
    const run = await wiggum(world, runArgs(world, '--target', 'other'))
    expect(run.code).toBe(0)
    expect(snapshot(world)).toEqual(before)
    expect(merges(world, 'other')).toEqual([runId(world)])
    expect(merges(world, 'main')).toEqual([])
    expect(world.git('show', 'other:src/slugify.js')).toContain(FIX)
  })

  test('of the target itself is not moved (11); after a commit, the command that was named lands the work', async () => {
    const world = worlds.fresh()
    world.write('README.md', 'mine\n')
    world.write('untracked.txt', 'mine too\n')
    const before = snapshot(world)
    const run = await wiggum(world, runArgs(world))
    expect(run.code).toBe(11)
    expect(run.stdout).toContain('README.md')
    expect(run.stdout).toContain(`wiggum resume ${runId(world)}`)
    expect(snapshot(world)).toEqual(before)
    expect(loggedOf(world, 'land.refused')[0]?.data.reason).toBe('dirty')
    expect((await wiggum(world, ['resume', runId(world)])).code, 'still dirty').toBe(11)
    expect(snapshot(world)).toEqual(before)
    world.git('commit', '-q', '-am', 'My own change')
    const resumed = await wiggum(world, ['resume', runId(world)])
    expect(resumed.code).toBe(0)
    expect(merges(world)).toEqual([runId(world)])
    expect(readFileSync(join(world.repo, 'src/slugify.js'), 'utf8')).toContain(FIX)
    expect(readFileSync(join(world.repo, 'README.md'), 'utf8')).toBe('mine\n')
    expect(world.git('status', '--porcelain')).toBe('?? untracked.txt\n')
  })

  test('with only untracked files is no hindrance, and they stay', { tags: 'deep' }, async () => {
    const world = worlds.fresh()
    world.write('notes.txt', 'mine\n')
    expect((await wiggum(world, runArgs(world))).code).toBe(0)
    expect(world.git('status', '--porcelain')).toBe('?? notes.txt\n')
  })
})

describe('where a run is started', () => {
  test('a linked worktree: its branch lands and its files follow; the main checkout is not touched', async () => {
    const world = worlds.fresh()
    const linked = join(world.dir, 'linked tree')
    world.git('worktree', 'add', '-q', '-b', 'side', linked)
    makeDirty(world)
    const before = snapshot(world)
    const run = await wiggum(world, runArgs(world), {}, linked)
    expect(run.code).toBe(0)
    expect(snapshot(world)).toEqual(before)
    expect(merges(world, 'side')).toHaveLength(1)
    expect(gitIn(world, linked, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(linked, 'src/slugify.js'), 'utf8')).toContain(FIX)
    expect((await wiggum(world, ['status'], {}, linked)).stdout).toContain('landed')
  })

  test('the target is checked out in another worktree: clean it follows, dirty it is left alone (11)', {
    tags: 'deep',
  }, async () => {
    const world = worlds.fresh()
    const linked = join(world.dir, 'linked')
    world.git('worktree', 'add', '-q', '-b', 'side', linked)
    const here = snapshot(world)
    writeFileSync(join(linked, 'README.md'), 'mine\n')
    const there = snapshot(world, linked)
    const refused = await wiggum(world, runArgs(world, '--target', 'side'))
    expect(refused.code).toBe(11)
    expect(refused.stdout).toContain(linked)
    expect(snapshot(world, linked)).toEqual(there)
    gitIn(world, linked, 'commit', '-q', '-am', 'Mine')
    expect((await wiggum(world, ['resume'])).code).toBe(0)
    expect(gitIn(world, linked, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(linked, 'src/slugify.js'), 'utf8')).toContain(FIX)
    expect(snapshot(world)).toEqual(here)
  })

  test('a detached HEAD: there is no target (2) until one is named, and then HEAD stays where it is', async () => {
    const world = worlds.fresh()
    world.git('checkout', '-q', '--detach')
    const refused = await wiggum(world, runArgs(world))
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('--target')
    const before = snapshot(world)
    expect((await wiggum(world, runArgs(world, '--target', 'main'))).code).toBe(0)
    expect(snapshot(world)).toEqual(before)
    expect(merges(world)).toHaveLength(1)
  })

  test('a subfolder of a repository whose path has spaces and letters beyond ASCII', async () => {
    const world = worlds.fresh()
    const repo = join(world.dir, "Ünser Projekt's Ordner 日本", 'repo $HOME')
    mkdirSync(join(repo, '..'), { recursive: true })
    renameSync(world.repo, repo)
    const moved = { ...world, repo, git: (...args: string[]) => gitIn(world, repo, ...args) }
    const home = { WIGGUM_HOME: join(world.dir, 'work äöü') }
    const run = await wiggum(moved, runArgs(moved), home, join(repo, 'src'))
    expect(run.code).toBe(0)
    expect(merges(moved)).toEqual([runId(moved)])
    expect(moved.git('status', '--porcelain')).toBe('')
    expect(readFileSync(join(repo, 'src/slugify.js'), 'utf8')).toContain(FIX)
  })
})

describe('a target whose name is', () => {
  const PWNED = 'pwned-by-a-branch'
  const names = [
    `x$(touch\${IFS}${PWNED})`,
    `x;touch\${IFS}${PWNED}`,
    `x|'"&<>!#%\`touch\${IFS}${PWNED}\`日本`,
    'abc\u202egpj.exe',
  ]
  for (const [some, options] of inTiers(names, 4))
    test.each(some)(
      '%j: it lands there, nothing is executed, and the screen shows no control character',
      options,
      async (name) => {
        const world = worlds.fresh()
        world.git('checkout', '-q', '-b', name)
        const run = await wiggum(world, runArgs(world))
        expect(run.code).toBe(0)
        expect(merges(world, name)).toHaveLength(1)
        expect(merges(world, 'main')).toEqual([])
        expect(world.git('status', '--porcelain')).toBe('')
        expect(everyName(world.dir)).not.toContain(PWNED)
        const shown = [run, await wiggum(world, ['status'])]
        for (const { stdout, stderr } of shown)
          expect(`${stdout}${stderr}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
      },
    )

  function everyName(dir: string): string[] {
    return readdirSync(dir, { recursive: true, withFileTypes: true }).map((entry) => entry.name)
  }

  test('positive control: a shell would have executed the name', () => {
    const world = worlds.fresh()
    execFileSync('sh', ['-c', `: ${names[0]}`], { cwd: world.dir })
    expect(everyName(world.dir)).toContain(PWNED)
  })
})

test('a target that does not exist, or reads like an option, is refused (2) and nothing is left behind', async () => {
  const world = worlds.fresh()
  for (const target of ['nowhere', '--upload-pack=x', 'main~1', '../main']) {
    const run = await wiggum(world, runArgs(world, `--target=${target}`))
    expect(run.code, target).toBe(2)
    expect(run.stderr, target).toContain('There is no branch')
  }
  expect(readdirSync(world.repo)).not.toContain('.wiggum')
})

test('the configuration is that of the branch to land on, named by a flag or by the configuration itself', {
  tags: 'deep',
}, async () => {
  const config = (test: string) => `verify: { setup: null, test: "${test}" }\n`
  const world = worlds.fresh()
  world.git('checkout', '-q', '-b', 'other')
  world.write('.wiggum/config.yaml', config('npm test'))
  world.git('add', '-f', '.wiggum/config.yaml')
  world.git('commit', '-q', '-m', 'Configure')
  world.git('checkout', '-q', 'main')
  world.write('.wiggum/config.yaml', `${config('echo only on main')}git: { target: other }\n`)
  world.git('add', '-f', '.wiggum/config.yaml')
  world.git('commit', '-q', '-m', 'Configure')
  for (const more of [['--target', 'other'], [], ['--target', 'main']]) {
    await wiggum(world, runArgs(world, ...more))
    const start = logged(world, runIds(world).at(-1)).find((event) => event.type === 'run.start')
    expect(start?.data.verify.test).toBe(more[1] === 'main' ? 'echo only on main' : 'npm test')
  }
})
