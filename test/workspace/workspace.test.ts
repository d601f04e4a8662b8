import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rescueWorkspace } from '../../src/workspace/rescue.ts'
import { commitUserTree } from '../../src/workspace/user-tree.ts'
import { changedFiles, diffText, vaultFile, vaultTree } from '../../src/workspace/vault.ts'
import {
  collect,
  createWorkspace,
  existingWorkspace,
  removeWork,
  removeWorkspace,
  unlockWorkspace,
} from '../../src/workspace/workspace.ts'
import { commitAll, must, repositoriesEndWithTheirTest, type Scene, scene, sh, write } from './fixture.ts'

repositoriesEndWithTheirTest()

async function maker(files?: Record<string, string>) {
  const made = await scene(files)
  const workspace = await createWorkspace(made.vault, 'maker', made.base, 'wiggum/x')
  return { ...made, workspace }
}

async function names(vault: Scene['vault'], commit: string): Promise<string[]> {
  return (await vaultTree(vault, commit)).map(({ path }) => path).sort()
}

describe('a workspace', () => {
  test('is a clean clone on its branch, with the user as author, no remote and no hooks', async () => {
    const { workspace, base } = await maker()
    expect(sh(workspace.dir, 'status', '--porcelain')).toBe('')
    expect(sh(workspace.dir, 'symbolic-ref', 'HEAD')).toBe('refs/heads/wiggum/x')
    expect(sh(workspace.dir, 'rev-parse', 'HEAD')).toBe(base)
    expect(sh(workspace.dir, 'remote')).toBe('')
    expect(existsSync(join(workspace.dir, '.git', 'hooks'))).toBe(false)
    write(workspace.dir, { x: '1' })
    commitAll(workspace.dir, 'by the agent')
    expect(sh(workspace.dir, 'log', '-1', '--format=%an <%ae>')).toBe('Ada User <ada@example.org>')
  })

  test('keeps exec bits and links, and ignores what the user ignores by their own settings', async () => {
    const made = await scene({ 'run.sh': '#!/bin/sh\n' })
    chmodSync(join(made.root, 'run.sh'), 0o755)
    symlinkSync('run.sh', join(made.root, 'link'))
    const base = commitAll(made.root, 'mode and link')
    rmSync(made.vault.work, { recursive: true })
    write(made.root, { '.git/info/exclude': 'node_modules\n' })
    const { vaultOf } = await import('./fixture.ts')
    const vault = await vaultOf(made.root)
    const workspace = await createWorkspace(vault, 'maker', base, 'b')
    expect(statSync(join(workspace.dir, 'run.sh')).mode & 0o111).toBe(0o111)
    expect(sh(workspace.dir, 'status', '--porcelain')).toBe('')
    write(workspace.dir, { 'node_modules/x/index.js': 'x' })
    expect(must(await collect(vault, workspace, base, 'm')).head).toBe(base)
  })

  test('is not there until it is complete', async () => {
    const { vault, workspace } = await maker()
    expect(existingWorkspace(vault, 'maker')).toEqual(workspace)
    rmSync(workspace.index)
    expect(existingWorkspace(vault, 'maker')).toBeNull()
    expect(existingWorkspace(vault, 'never')).toBeNull()
  })

  test('loses the lock of a git that was killed, and nobody else’s', async () => {
    const { workspace, root } = await maker()
    const lock = join(workspace.dir, '.git/index.lock')
    writeFileSync(lock, '')
    expect(() => sh(workspace.dir, 'add', '-A')).toThrow(/index\.lock/)
    unlockWorkspace(workspace)
    sh(workspace.dir, 'add', '-A')
    const theirs = join(root, '.git/index.lock')
    writeFileSync(theirs, '')
    rmSync(join(workspace.dir, '.git'), { recursive: true })
    symlinkSync(join(root, '.git'), join(workspace.dir, '.git'))
    unlockWorkspace(workspace)
    expect(existsSync(theirs)).toBe(true)
  })

  test('GS8: 24 at once, 24 of 24, and no branch is left over', async () => {
    const { vault, base, root } = await scene()
    const before = sh(root, 'for-each-ref')
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, at) => createWorkspace(vault, `w${at}`, base, `wiggum/w${at}`)),
    )
    for (const { dir } of made) expect(sh(dir, 'status', '--porcelain', '-b')).toMatch(/^## wiggum\/w\d+$/)
    const heads = await Promise.all(
      made.map(async (workspace, at) => {
        write(workspace.dir, { [`f${at}`]: String(at) })
        return must(await collect(vault, workspace, base, 'x')).head
      }),
    )
    expect(new Set(heads).size).toBe(24)
    expect(sh(root, 'for-each-ref')).toBe(before)
    expect(sh(vault.dir, 'for-each-ref', 'refs/heads')).toBe('')
  })

  test('is removed without following links, even where folders are write-protected', async () => {
    const { vault, workspace, root } = await maker()
    const outside = join(dirname(root), 'precious')
    write(outside, { 'keep.txt': 'keep' })
    symlinkSync(outside, join(workspace.dir, 'escape'))
    mkdirSync(join(workspace.dir, 'locked'))
    write(workspace.dir, { 'locked/file': 'x' })
    chmodSync(join(workspace.dir, 'locked'), 0o555)
    await removeWorkspace(vault, 'maker')
    expect(existsSync(workspace.dir)).toBe(false)
    symlinkSync(outside, join(vault.work, 'linked'))
    await removeWorkspace(vault, 'linked')
    expect(readFileSync(join(outside, 'keep.txt'), 'utf8')).toBe('keep')
    for (const name of ['../precious', '..', '', 'a/b', 'vault.git']) {
      await expect(removeWorkspace(vault, name)).rejects.toThrow('cannot be')
    }
    await removeWork(vault.work)
    expect(existsSync(vault.work)).toBe(false)
    await expect(removeWork(outside)).rejects.toThrow('left alone')
    expect(existsSync(outside)).toBe(true)
  })
})

describe('collecting', () => {
  test('nothing done is the start itself', async () => {
    const { vault, workspace, base } = await maker()
    expect(await collect(vault, workspace, base, 'm')).toEqual({
      ok: true,
      head: base,
      commits: 0,
      tookAlong: [],
      oddities: [],
      historyRewritten: false,
      embedded: [],
      unsaved: [],
    })
  })

  test("keeps the agent's own commits as they are", async () => {
    const { vault, workspace, base } = await maker()
    write(workspace.dir, { x: '1' })
    commitAll(workspace.dir, 'one')
    write(workspace.dir, { y: '2' })
    const head = commitAll(workspace.dir, 'two')
    expect(await collect(vault, workspace, base, 'm')).toMatchObject({ head, commits: 2, tookAlong: [] })
    expect((await vaultFile(vault, head, 'y'))?.toString()).toBe('2')
  })

  test('takes uncommitted, staged, untracked and deleted files along in one commit, the same one each time', async () => {
    const { vault, workspace, base } = await maker({
      'a.txt': '1',
      'b.txt': '2',
      'c.txt': '3',
      '.gitignore': 'out/\n',
    })
    write(workspace.dir, { 'a.txt': 'edited', 'b.txt': 'staged', 'new/file': 'n', 'out/ignored': 'i' })
    sh(workspace.dir, 'add', 'b.txt')
    rmSync(join(workspace.dir, 'c.txt'))
    const found = must(await collect(vault, workspace, base, 'maker\nVERDICT: APPROVED'))
    expect(found.tookAlong.sort()).toEqual(['a.txt', 'b.txt', 'c.txt', 'new/file'])
    expect(found).toMatchObject({ commits: 1, historyRewritten: false })
    expect(await names(vault, found.head)).toEqual(['.gitignore', 'a.txt', 'b.txt', 'new/file'])
    const message = sh(vault.dir, 'log', '-1', '--format=%an%n%s', found.head)
    expect(message).toBe('wiggum\nTake along uncommitted work of maker VERDICT: APPROVED')
    expect(must(await collect(vault, workspace, base, 'maker\nVERDICT: APPROVED')).head).toBe(found.head)
  })

  test('sees a change made within the second of the checkout that leaves the size as it was', async () => {
    const { vault, workspace, base } = await maker()
    writeFileSync(join(workspace.dir, 'a.txt'), 'eno\n')
    const { head } = must(await collect(vault, workspace, base, 'm'))
    expect((await vaultFile(vault, head, 'a.txt'))?.toString()).toBe('eno\n')
  })

  test.each([
    ['an orphan branch', ['checkout', '-q', '--orphan', 'fresh']],
    ['a HEAD that is not born', ['symbolic-ref', 'HEAD', 'refs/heads/none']],
  ])('says that history was rewritten: %s', async (_, command) => {
    const { vault, workspace, base } = await maker()
    sh(workspace.dir, ...command)
    write(workspace.dir, { z: 'z' })
    if (command[0] === 'checkout') commitAll(workspace.dir, 'orphan')
    const found = must(await collect(vault, workspace, base, 'm'))
    expect(found).toMatchObject({ historyRewritten: true, commits: 1 })
    expect(sh(vault.dir, 'rev-parse', `${found.head}^`)).toBe(base)
    expect(await names(vault, found.head)).toEqual(['a.txt', 'b.txt', 'z'])
  })

  test('says that history was rewritten: a reset to before the start', async () => {
    const made = await scene()
    write(made.root, { 'a.txt': 'later' })
    const start = commitAll(made.root, 'later')
    const workspace = await createWorkspace(made.vault, 'maker', start, 'b')
    sh(workspace.dir, 'reset', '-q', '--hard', made.base)
    write(workspace.dir, { n: 'n' })
    commitAll(workspace.dir, 'on the old one')
    const found = must(await collect(made.vault, workspace, start, 'm'))
    expect(found).toMatchObject({ historyRewritten: true, commits: 1, tookAlong: [] })
    expect(sh(made.vault.dir, 'rev-parse', `${found.head}^`)).toBe(start)
    expect((await vaultFile(made.vault, found.head, 'a.txt'))?.toString()).toBe('one\n')
  })

  test('names with newline, quotes, unicode, leading dash and bytes that are no UTF-8', async () => {
    const { vault, workspace, base } = await maker()
    const odd = [
      'new\nline',
      'quo"te\'',
      'ünï/cødé',
      '-n',
      ':(top)x',
      'a\\b',
      'tab\there',
      'x$(id)',
      '\u202Egnp.sh',
    ]
    write(workspace.dir, Object.fromEntries(odd.map((name) => [name, name])))
    writeFileSync(Buffer.concat([Buffer.from(`${workspace.dir}/`), Buffer.from([0x66, 0xff, 0xfe])]), 'bytes')
    const found = must(await collect(vault, workspace, base, 'm'))
    const listed = await names(vault, found.head)
    for (const name of odd) expect(listed).toContain(name)
    const raw = execFileSync('git', ['-C', vault.dir, 'ls-tree', '-z', '--name-only', found.head])
    expect(raw.includes(Buffer.from([0x66, 0xff, 0xfe]))).toBe(true)
    const changed = (await changedFiles(vault, base, found.head)).map(({ path }) => path)
    for (const name of odd) expect(changed).toContain(name)
  })

  test('a link is a link: what it points at is not read', async () => {
    const { vault, workspace, base, root } = await maker({ 'dir/x': 'x', y: 'y' })
    symlinkSync(join(root, 'y'), join(workspace.dir, 'out'))
    rmSync(join(workspace.dir, 'dir'), { recursive: true })
    symlinkSync(root, join(workspace.dir, 'dir'))
    const { head } = must(await collect(vault, workspace, base, 'm'))
    const tree = await vaultTree(vault, head)
    expect(tree.map(({ path, mode }) => [path, mode])).toEqual([
      ['dir', '120000'],
      ['out', '120000'],
      ['y', '100644'],
    ])
    expect((await vaultFile(vault, head, 'out'))?.toString()).toBe(join(root, 'y'))
  })

  test('a file may become a folder and a folder a file', async () => {
    const { vault, workspace, base } = await maker({ file: 'f', 'folder/x': 'x' })
    rmSync(join(workspace.dir, 'file'))
    rmSync(join(workspace.dir, 'folder'), { recursive: true })
    write(workspace.dir, { 'file/inside': '1', folder: '2' })
    const { head } = must(await collect(vault, workspace, base, 'm'))
    expect(await names(vault, head)).toEqual(['file/inside', 'folder'])
  })

  test('the files of a repository inside the repository are kept as files', async () => {
    const { vault, workspace, base } = await maker({ '.gitignore': 'node_modules\n' })
    write(workspace.dir, {
      'app/index.js': 'app',
      'app/.gitignore': 'dist\n',
      'app/dist/big': 'x',
      'app/node_modules/y': 'y',
      'app/inner/deep.js': 'deep',
    })
    for (const folder of ['app', 'app/inner']) sh(join(workspace.dir, folder), 'init', '-q')
    const found = must(await collect(vault, workspace, base, 'm'))
    expect(found.embedded).toEqual(['app/', 'app/inner/'])
    expect(await names(vault, found.head)).toEqual([
      '.gitignore',
      'app/.gitignore',
      'app/index.js',
      'app/inner/deep.js',
    ])
  })

  test('also when the agent committed it as a link to a commit nobody else has', async () => {
    const { vault, workspace, base } = await maker()
    write(workspace.dir, { 'app/index.js': 'app' })
    sh(join(workspace.dir, 'app'), 'init', '-q')
    sh(join(workspace.dir, 'app'), 'config', 'user.name', 'x')
    sh(join(workspace.dir, 'app'), 'config', 'user.email', 'x@y')
    commitAll(join(workspace.dir, 'app'), 'inner')
    commitAll(workspace.dir, 'outer')
    expect(sh(workspace.dir, 'ls-tree', 'HEAD', 'app')).toMatch(/^160000/)
    const found = must(await collect(vault, workspace, base, 'm'))
    expect(found.tookAlong).toContain('app/index.js')
    expect(await names(vault, found.head)).toContain('app/index.js')
  })

  describe('an ignored file that the agent tracks all the same', () => {
    const IGNORING = { '.gitignore': 'dist/\n*.gen\n', 'a.txt': 'one\n' }

    test('stays as it was committed, and is not named as taken along', async () => {
      const { vault, workspace, base } = await maker(IGNORING)
      write(workspace.dir, { 'dist/deep/out.js': 'out', 'x.gen': 'x', 'dist/other.js': 'not added' })
      sh(workspace.dir, 'add', '-f', 'dist/deep/out.js', 'x.gen')
      sh(workspace.dir, 'commit', '-q', '-m', 'with what is ignored')
      const head = sh(workspace.dir, 'rev-parse', 'HEAD')
      expect(await collect(vault, workspace, base, 'm')).toMatchObject({ head, tookAlong: [] })
      expect(await names(vault, head)).toEqual(['.gitignore', 'a.txt', 'dist/deep/out.js', 'x.gen'])
    })

    test('is taken as it stands now: changed, deleted, a link or no longer there, after its commit', async () => {
      const { vault, workspace, base } = await maker(IGNORING)
      write(workspace.dir, { '1.gen': '1', '2.gen': '2', '3.gen': '3', 'a.txt': 'two\n' })
      sh(workspace.dir, 'add', '-f', '.')
      sh(workspace.dir, 'commit', '-q', '-m', 'forced')
      write(workspace.dir, { '1.gen': 'changed', 'new.txt': 'new' })
      rmSync(join(workspace.dir, '2.gen'))
      rmSync(join(workspace.dir, '3.gen'))
      symlinkSync('a.txt', join(workspace.dir, '3.gen'))
      const found = must(await collect(vault, workspace, base, 'm'))
      expect(found.tookAlong).toEqual(['1.gen', '2.gen', '3.gen', 'new.txt'])
      expect(await names(vault, found.head)).toEqual(['.gitignore', '1.gen', '3.gen', 'a.txt', 'new.txt'])
      expect((await vaultFile(vault, found.head, '1.gen'))?.toString()).toBe('changed')
    })

    test('is taken along where it was only staged; what was not staged is not', async () => {
      const { vault, workspace, base } = await maker(IGNORING)
      write(workspace.dir, { 'dist/staged.js': 's', 'dist/left.js': 'l', 'gone.gen': 'g' })
      sh(workspace.dir, 'add', '-f', 'dist/staged.js', 'gone.gen')
      rmSync(join(workspace.dir, 'gone.gen'))
      const found = must(await collect(vault, workspace, base, 'm'))
      expect(found.tookAlong).toEqual(['dist/staged.js'])
    })

    test('that it no longer tracks goes, and stays on no branch', async () => {
      const { vault, workspace, base } = await maker({ 'a.txt': 'one\n', 'cache.bin': 'c' })
      write(workspace.dir, { '.gitignore': 'cache.bin\n' })
      sh(workspace.dir, 'rm', '-q', '--cached', 'cache.bin')
      const head = commitAll(workspace.dir, 'not ours to track')
      expect(await collect(vault, workspace, base, 'm')).toMatchObject({ head, tookAlong: [] })
    })

    test('is saved with the rest when the workspace goes', async () => {
      const { vault, workspace, base } = await maker(IGNORING)
      write(workspace.dir, { 'x.gen': 'x', 'dist/staged.js': 's' })
      sh(workspace.dir, 'add', '-f', 'x.gen')
      sh(workspace.dir, 'commit', '-q', '-m', 'forced')
      sh(workspace.dir, 'add', '-f', 'dist/staged.js')
      const saved = await rescueWorkspace(vault, workspace, base)
      expect(await names(vault, saved!.commit)).toEqual(['.gitignore', 'a.txt', 'dist/staged.js', 'x.gen'])
    })

    test('an index that git cannot read, or one of another kind, costs nothing', async () => {
      for (const spoil of [
        (path: string) => writeFileSync(path, 'DIRC garbage'),
        (path: string) => rmSync(path),
        (path: string) => {
          rmSync(path)
          symlinkSync('/dev/zero', path)
        },
      ]) {
        const { vault, workspace, base } = await maker(IGNORING)
        write(workspace.dir, { 'new.txt': 'new' })
        spoil(join(workspace.dir, '.git', 'index'))
        expect(must(await collect(vault, workspace, base, 'm')).tookAlong).toEqual(['new.txt'])
      }
    })

    test('counts in the user’s own tree, whenever they added it', async () => {
      const { vault, root } = await scene(IGNORING)
      write(root, { '1.gen': '1', '2.gen': '2', '3.gen': '3' })
      sh(root, 'add', '-f', '1.gen')
      const first = await commitUserTree(vault, null, 'm')
      sh(root, 'add', '-f', '2.gen')
      const second = await commitUserTree(vault, first, 'm')
      expect([await names(vault, first), await names(vault, second)]).toEqual([
        ['.gitignore', '1.gen', 'a.txt'],
        ['.gitignore', '1.gen', '2.gen', 'a.txt'],
      ])
    })

    test('a file changed within the second of the checkout is seen after a commit, too', async () => {
      const { vault, workspace, base } = await maker(IGNORING)
      write(workspace.dir, { 'x.gen': 'x' })
      sh(workspace.dir, 'add', '-f', 'x.gen')
      sh(workspace.dir, 'commit', '-q', '-m', 'forced')
      write(workspace.dir, { 'a.txt': 'two\n' })
      expect(must(await collect(vault, workspace, base, 'm')).tookAlong).toEqual(['a.txt'])
    })
  })

  test('one file that a conversion chokes on, or a pipe, does not cost the others', async () => {
    const { vault, workspace, base } = await maker()
    write(workspace.dir, {
      '.gitattributes': '*.u working-tree-encoding=UTF-16\n',
      'x.u': 'odd',
      'y.txt': 'y',
    })
    execFileSync('mkfifo', [join(workspace.dir, 'pipe')])
    rmSync(join(workspace.dir, 'b.txt'))
    execFileSync('mkfifo', [join(workspace.dir, 'b.txt')])
    write(workspace.dir, { 'git~1/x': 'a name git will not store' })
    const { head, unsaved } = must(await collect(vault, workspace, base, 'm'))
    expect(unsaved.sort()).toEqual(['b.txt', 'git~1/x'])
    expect(await names(vault, head)).toEqual(['.gitattributes', 'a.txt', 'x.u', 'y.txt'])
    expect((await vaultFile(vault, head, 'x.u'))?.toString()).toBe('odd')
  })
})

describe('GS9: when the workspace is not what it was', () => {
  test('deleted: nothing is committed anywhere', async () => {
    const { vault, workspace, base, root } = await maker()
    const before = [
      sh(root, 'for-each-ref'),
      sh(vault.dir, 'for-each-ref'),
      sh(root, 'status', '--porcelain'),
    ]
    rmSync(workspace.dir, { recursive: true })
    expect(await collect(vault, workspace, base, 'm')).toMatchObject({ ok: false })
    expect(existingWorkspace(vault, 'maker')).toBeNull()
    expect([
      sh(root, 'for-each-ref'),
      sh(vault.dir, 'for-each-ref'),
      sh(root, 'status', '--porcelain'),
    ]).toEqual(before)
    expect(readdirSync(vault.work)).not.toContain('maker')
  })

  test("replaced by a link to the user's checkout: not read", async () => {
    const { vault, workspace, base, root } = await maker()
    write(root, { secret: 's' })
    rmSync(workspace.dir, { recursive: true })
    symlinkSync(root, workspace.dir)
    expect(await collect(vault, workspace, base, 'm')).toMatchObject({ ok: false })
  })

  test.each([
    ['is gone', (dir: string) => rmSync(join(dir, '.git'), { recursive: true })],
    ['has no HEAD', (dir: string) => rmSync(join(dir, '.git', 'HEAD'))],
    ['has a damaged HEAD', (dir: string) => writeFileSync(join(dir, '.git', 'HEAD'), 'garbage')],
  ])('its .git %s: a problem, said plainly', async (_, damage) => {
    const { vault, workspace, base } = await maker()
    damage(workspace.dir)
    const found = await collect(vault, workspace, base, 'm')
    expect(found).toMatchObject({ ok: false, problem: expect.stringMatching(/its (\.git|HEAD)/) })
  })

  test.each(['file', 'link'])(
    'its .git is a %s that points at the user: only the files count',
    async (kind) => {
      const { vault, workspace, base, root } = await maker()
      write(root, { 'private.txt': 'p' })
      commitAll(root, 'private work')
      renameSync(join(workspace.dir, '.git'), join(vault.work, 'away'))
      if (kind === 'file') write(workspace.dir, { '.git': `gitdir: ${join(root, '.git')}\n` })
      else symlinkSync(join(root, '.git'), join(workspace.dir, '.git'))
      write(workspace.dir, { n: 'n' })
      const before = [sh(root, 'for-each-ref'), readFileSync(join(root, '.git', 'index'), 'hex')]
      const found = must(await collect(vault, workspace, base, 'm'))
      expect(found).toMatchObject({ historyRewritten: true, commits: 1 })
      expect(await names(vault, found.head)).toEqual(['a.txt', 'b.txt', 'n'])
      expect([sh(root, 'for-each-ref'), readFileSync(join(root, '.git', 'index'), 'hex')]).toEqual(before)
    },
  )
})

describe('what changed', () => {
  test('counts lines and names the kind of change, with no guess at renames', async () => {
    const { vault, workspace, base } = await maker({
      'a.txt': '1\n2\n3\n',
      'b.txt': 'b\n',
      'c.txt': 'c\n',
      '12\t3\tx': '',
    })
    write(workspace.dir, { 'a.txt': '1\nX\n3\n4\n', 'bin.dat': Buffer.from([0, 1, 2]), '12\t3\tx': 'one\n' })
    renameSync(join(workspace.dir, 'b.txt'), join(workspace.dir, 'moved.txt'))
    rmSync(join(workspace.dir, 'c.txt'))
    symlinkSync('a.txt', join(workspace.dir, 'c.txt'))
    const { head } = must(await collect(vault, workspace, base, 'm'))
    const changed = await changedFiles(vault, base, head)
    expect(
      Object.fromEntries(changed.map((file) => [file.path, [file.change, file.added, file.deleted]])),
    ).toEqual({
      'a.txt': ['modified', 2, 1],
      'b.txt': ['deleted', 0, 1],
      'bin.dat': ['added', 0, 0],
      'c.txt': ['type', 1, 1],
      'moved.txt': ['added', 1, 0],
      '12\t3\tx': ['modified', 1, 0],
    })
  })

  test('a diff is cut at its limit, at a whole character', async () => {
    const { vault, workspace, base } = await maker()
    write(workspace.dir, { 'a.txt': `${'é'.repeat(500)}\n`, '.gitattributes': '*.txt -diff\n' })
    const { head } = must(await collect(vault, workspace, base, 'm'))
    const whole = await diffText(vault, base, head, 100_000)
    expect(whole.truncated).toBe(false)
    expect(whole.text).toContain(`+${'é'.repeat(500)}`)
    const cut = await diffText(vault, base, head, 501)
    expect(cut.truncated).toBe(true)
    expect(whole.text.startsWith(cut.text)).toBe(true)
    expect((await diffText(vault, base, base, 100)).text).toBe('')
  })
})
