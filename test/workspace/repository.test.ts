import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { publish } from '../../src/workspace/land.ts'
import {
  currentBranch,
  isTooOld,
  listTree,
  openRepository,
  resolveCommit,
  showFile,
} from '../../src/workspace/repository.ts'
import { openVault, vaultFile, vaultTree } from '../../src/workspace/vault.ts'
import { workFolder } from '../../src/workspace/work-folder.ts'
import { collect, createWorkspace } from '../../src/workspace/workspace.ts'
import {
  commitAll,
  makeUserRepository,
  must,
  opened,
  repositoriesEndWithTheirTest,
  sh,
  temporary,
  vaultOf,
  write,
} from './fixture.ts'

repositoriesEndWithTheirTest()

describe('opening a repository', () => {
  test('says that it cannot work where a path has a line break in it', async () => {
    const root = makeUserRepository()
    const broken = `${root}\nbroken`
    renameSync(root, broken)
    expect(await openRepository(broken)).toMatchObject({ ok: false, problem: 'line-break' })
    const linked = join(dirname(broken), 'linked')
    sh(broken, 'worktree', 'add', '-q', linked)
    expect(await openRepository(linked)).toMatchObject({ ok: false, problem: 'line-break' })
  })

  test('knows which git is too old', () => {
    const versions = [
      'git version 1.9.1',
      'git version 2.38.5',
      'git version 2.39.0',
      'git version 2.51.0 (Apple)',
      'git version 3.0',
    ]
    expect(versions.map(isTooOld)).toEqual([true, true, false, false, false])
  })

  test('says what is wrong with a folder that is none', async () => {
    expect(await openRepository(temporary())).toMatchObject({ ok: false, problem: 'no-repository' })
  })

  test('says what is wrong with one that has no commits, or no working copy', async () => {
    const empty = temporary()
    sh(empty, 'init', '-q')
    expect(await openRepository(empty)).toMatchObject({ ok: false, problem: 'no-commits' })
    const bare = temporary()
    sh(bare, 'init', '-q', '--bare')
    expect(await openRepository(bare)).toMatchObject({ ok: false, problem: 'bare' })
    expect(await openRepository(join(makeUserRepository(), '.git'))).toMatchObject({
      problem: 'no-repository',
    })
  })

  test('finds root and identity from a folder below', async () => {
    const root = makeUserRepository({ 'deep/er/x': '1' })
    const repo = await opened(join(root, 'deep', 'er'))
    expect(repo).toMatchObject({
      root,
      gitDir: join(root, '.git'),
      identity: { name: 'Ada User', email: 'ada@example.org' },
    })
  })

  test('makes no address up when the user has told git none', async () => {
    const root = makeUserRepository()
    sh(root, 'config', '--unset', 'user.name')
    sh(root, 'config', '--unset', 'user.email')
    expect((await opened(root)).identity.name).toBe('wiggum')
  })
})

describe('reading', () => {
  test('a name that looks like an option is not a commit', async () => {
    const repo = await opened(makeUserRepository())
    expect(await resolveCommit(repo, '--all')).toBeNull()
    expect(await resolveCommit(repo, '-h')).toBeNull()
    expect(await resolveCommit(repo, 'HEAD..HEAD')).toBeNull()
    expect(await resolveCommit(repo, 'nowhere')).toBeNull()
    expect(await resolveCommit(repo, 'HEAD')).toMatch(/^[0-9a-f]{40}$/)
  })

  test('hostile branch names are only names', async () => {
    const root = makeUserRepository()
    const repo = await opened(root)
    for (const name of ['x$(id)', 'x;id', 'x`id`', 'x\u202Ey']) {
      sh(root, 'checkout', '-q', '-b', name)
      expect(await currentBranch(repo)).toBe(name)
      expect(await resolveCommit(repo, `refs/heads/${name}`)).toBe(sh(root, 'rev-parse', 'HEAD'))
    }
    sh(root, 'checkout', '-q', '--detach')
    expect(await currentBranch(repo)).toBeNull()
  })

  test('files come from the commit, whatever their names and whatever the checkout holds', async () => {
    const odd = {
      'new\nline': 'a',
      'quo"te': 'b',
      'ünï/cødé': 'c',
      ':colon': 'd',
      '-dash': 'e',
      ' space ': 'f',
    }
    const root = makeUserRepository(odd)
    const repo = await opened(root)
    write(root, { ':colon': 'changed' })
    expect((await listTree(repo, 'HEAD')).map(({ path }) => path).sort()).toEqual(Object.keys(odd).sort())
    for (const [path, content] of Object.entries(odd)) {
      expect((await showFile(repo, 'HEAD', path))?.toString()).toBe(content)
    }
    expect(await showFile(repo, 'HEAD', 'absent')).toBeNull()
    expect(await showFile(repo, '--help', 'x')).toBeNull()
  })

  test('a textconv of the user does not run', async () => {
    const root = makeUserRepository({ 'x.txt': 'plain', '.gitattributes': '*.txt diff=up\n' })
    sh(root, 'config', 'diff.up.textconv', 'echo CONVERTED #')
    expect((await showFile(await opened(root), 'HEAD', 'x.txt'))?.toString()).toBe('plain')
  })
})

describe('the work folder', () => {
  test('is outside the repository and differs for each repository and run', async () => {
    const [one, two] = [await opened(makeUserRepository()), await opened(makeUserRepository())]
    expect(workFolder(one, 'r', { WIGGUM_HOME: '/w' })).toMatch(/^\/w\/[0-9a-f]{16}\/r$/)
    expect(workFolder(one, 'r', { XDG_STATE_HOME: '/s' })).toMatch(/^\/s\/wiggum\/[0-9a-f]{16}\/r$/)
    expect(workFolder(one, 'r', { HOME: '/h' })).toMatch(/^\/h\/\.local\/state\/wiggum\/[0-9a-f]{16}\/r$/)
    expect(workFolder(one, 'r', { WIGGUM_HOME: '/w' })).not.toBe(workFolder(two, 'r', { WIGGUM_HOME: '/w' }))
  })
})

describe('a vault works on', () => {
  async function roundTrip(root: string): Promise<void> {
    const vault = await vaultOf(root)
    const base = sh(root, 'rev-parse', 'HEAD')
    const workspace = await createWorkspace(vault, 'maker', base, 'wiggum/x')
    write(workspace.dir, { 'new.txt': 'new' })
    commitAll(workspace.dir, 'work')
    const { head } = must(await collect(vault, workspace, base, 'maker'))
    expect(await publish(vault, 'refs/heads/wiggum/x', head, null)).toBe(true)
    expect(sh(root, 'show', 'wiggum/x:new.txt')).toBe('new')
    expect((await vaultFile(vault, head, 'new.txt'))?.toString()).toBe('new')
    expect((await vaultTree(vault, base)).length).toBeGreaterThan(0)
  }

  test('a linked worktree', async () => {
    const root = makeUserRepository()
    const linked = join(dirname(root), 'linked')
    sh(root, 'worktree', 'add', '-q', '-b', 'side', linked)
    await roundTrip(linked)
    expect(sh(root, 'rev-parse', 'wiggum/x')).not.toBe('')
  })

  test('a worktree of a bare repository', async () => {
    const bare = join(temporary(), 'bare.git')
    sh(makeUserRepository(), 'clone', '-q', '--bare', '.', bare)
    const linked = join(dirname(bare), 'linked')
    sh(bare, 'worktree', 'add', '-q', linked, 'main')
    await roundTrip(linked)
  })

  test('a repository that itself borrows objects', async () => {
    const origin = makeUserRepository()
    const root = join(temporary(), 'shared')
    sh(origin, 'clone', '-q', '--shared', '.', root)
    await roundTrip(root)
  })

  test('a shallow clone', async () => {
    const origin = makeUserRepository()
    write(origin, { 'a.txt': 'second' })
    commitAll(origin, 'second')
    const root = join(temporary(), 'shallow')
    sh(origin, 'clone', '-q', '--depth=1', `file://${origin}`, root)
    expect(sh(root, 'rev-list', '--count', 'HEAD')).toBe('1')
    await roundTrip(root)
    sh(root, 'fsck', '--connectivity-only')
  })

  test('a repository that names its objects by SHA-256', async () => {
    const root = join(temporary(), 'long')
    mkdirSync(root)
    sh(root, 'init', '-q', '-b', 'main', '--object-format=sha256')
    sh(root, 'config', 'user.name', 'A')
    sh(root, 'config', 'user.email', 'a@b')
    write(root, { x: '1' })
    commitAll(root, 'first')
    await roundTrip(root)
  })

  test('a repository that has moved since the vault was made', async () => {
    const root = makeUserRepository()
    const base = sh(root, 'rev-parse', 'HEAD')
    const { work, run } = await vaultOf(root)
    renameSync(root, `${root}-moved`)
    const again = await openVault(await opened(`${root}-moved`), run, work)
    expect((await vaultFile(again, base, 'a.txt'))?.toString()).toBe('one\n')
  })
})
