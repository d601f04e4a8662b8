import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { land, publish } from '../../src/workspace/land.ts'
import { rescueCommit, rescueWorkspace } from '../../src/workspace/rescue.ts'
import { collect, createWorkspace } from '../../src/workspace/workspace.ts'
import { commitAll, must, repositoriesEndWithTheirTest, scene, sh, temporary, write } from './fixture.ts'

repositoriesEndWithTheirTest()

async function maker() {
  const made = await scene({ 'a.txt': 'one\n', 'b.txt': 'two\n', '.gitignore': 'cache/\n' })
  return { ...made, workspace: await createWorkspace(made.vault, 'maker', made.base, 'wiggum/x') }
}

/** What a person gets who checks the rescue ref out. */
function recovered(root: string, ref: string): string {
  const dir = join(temporary(), 'recovered')
  sh(root, 'worktree', 'add', '-q', '--detach', dir, ref)
  return dir
}

describe('GS3: work that was never collected', () => {
  test('every byte is recoverable from a rescue ref, also once the workspace and the vault are gone', async () => {
    const { vault, workspace, base, root } = await maker()
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_, at) => at % 256))
    write(workspace.dir, { 'committed.txt': 'c' })
    commitAll(workspace.dir, 'mine')
    write(workspace.dir, {
      'a.txt': 'edited',
      'new\nname': bytes,
      'deep/er/file': 'deep',
      'staged.txt': 's',
      'cache/x': 'no',
    })
    sh(workspace.dir, 'add', 'staged.txt')
    rmSync(join(workspace.dir, 'b.txt'))
    symlinkSync('a.txt', join(workspace.dir, 'link'))
    const saved = await rescueWorkspace(vault, workspace, base)
    expect(saved).toMatchObject({ ref: `refs/wiggum/rescue/${vault.run}/1`, files: 7, unsaved: ['cache/'] })
    const wanted = execFileSync(
      'find',
      ['.', '-path', './.git', '-prune', '-o', '-path', './cache', '-prune', '-o', '-print0'],
      { cwd: workspace.dir },
    )
    rmSync(vault.work, { recursive: true })
    const dir = recovered(root, saved?.ref ?? '')
    const found = execFileSync('find', ['.', '-name', '.git', '-prune', '-o', '-print0'], { cwd: dir })
    expect(found.toString().split('\0').sort()).toEqual(wanted.toString().split('\0').sort())
    expect(readFileSync(join(dir, 'new\nname'))).toEqual(bytes)
    expect(readFileSync(join(dir, 'a.txt'), 'utf8')).toBe('edited')
    expect(existsSync(join(dir, 'b.txt'))).toBe(false)
  })

  test('what the agent put on another branch, or into its stash, is kept too', async () => {
    const { vault, workspace, base, root } = await maker()
    write(workspace.dir, { 'a.txt': 'stashed' })
    sh(workspace.dir, 'stash', '-q')
    sh(workspace.dir, 'checkout', '-q', '-b', 'aside')
    write(workspace.dir, { 'aside.txt': 'aside' })
    commitAll(workspace.dir, 'aside')
    sh(workspace.dir, 'checkout', '-q', 'wiggum/x')
    sh(workspace.dir, 'pack-refs', '--all')
    const saved = await rescueWorkspace(vault, workspace, base)
    rmSync(vault.work, { recursive: true })
    const ref = saved?.ref ?? ''
    expect(sh(root, 'log', '--format=%s', ref)).toContain('aside')
    const all = sh(root, 'rev-list', ref).split('\n')
    expect(all.map((id) => sh(root, 'show', `${id}:a.txt`))).toContain('stashed')
  })

  test('a broken .git does not cost the files', async () => {
    const { vault, workspace, base, root } = await maker()
    write(workspace.dir, { 'n.txt': 'n' })
    rmSync(join(workspace.dir, '.git'), { recursive: true })
    const saved = await rescueWorkspace(vault, workspace, base)
    expect(sh(root, 'show', `${saved?.ref}:n.txt`)).toBe('n')
  })

  test('files that git would not accept from a stranger are kept all the same', async () => {
    const { vault, workspace, base, root } = await maker()
    write(workspace.dir, { '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = -u./evil\n', 'n.txt': 'n' })
    const saved = await rescueWorkspace(vault, workspace, base)
    expect(sh(root, 'show', `${saved?.ref}:.gitmodules`)).toContain('-u./evil')
    const { head } = must(await collect(vault, workspace, base, 'm'))
    expect(await publish(vault, 'refs/heads/other', head, null)).toBe(true)
    // They are there now, which must not let them land unchecked.
    const order = { target: 'main', commit: head, previous: base, ours: false }
    expect(await land(vault, order)).toMatchObject({ landed: false, reason: 'missing' })
    expect(sh(root, 'rev-parse', 'main')).toBe(base)
  })

  test('the files of a submodule the repository knows are kept as files', async () => {
    const made = await scene()
    sh(made.root, 'update-index', '--add', '--cacheinfo', `160000,${made.base},sub`)
    sh(made.root, 'commit', '-q', '-m', 'sub')
    const base = sh(made.root, 'rev-parse', 'HEAD')
    const workspace = await createWorkspace(made.vault, 'maker', base, 'b')
    sh(join(workspace.dir, 'sub'), 'init', '-q')
    write(workspace.dir, { 'sub/work.txt': 'w', 'sub/b/deep.txt': 'd' })
    const found = must(await collect(made.vault, workspace, base, 'm'))
    expect(found.head).toBe(base)
    const saved = await rescueWorkspace(made.vault, workspace, base)
    expect(sh(made.root, 'ls-tree', '-r', '--name-only', saved?.ref ?? '')).toContain('sub/work.txt')
  })
})

describe('a rescue', () => {
  test('of nothing, or of what is on a branch already, is none', async () => {
    const { vault, workspace, base } = await maker()
    expect(await rescueWorkspace(vault, workspace, base)).toBeNull()
    write(workspace.dir, { n: 'n' })
    const { head } = must(await collect(vault, workspace, base, 'maker'))
    await publish(vault, 'refs/heads/wiggum/x', head, null)
    expect(await rescueWorkspace(vault, workspace, base)).toBeNull()
    rmSync(workspace.dir, { recursive: true })
    expect(await rescueWorkspace(vault, workspace, base)).toBeNull()
  })

  test('done again saves nothing twice; new work gets the next number, and numbers count as numbers', async () => {
    const { vault, workspace, base, root } = await maker()
    const refs = () => sh(root, 'for-each-ref', '--format=%(refname)', 'refs/wiggum/rescue').split('\n')
    for (let round = 1; round <= 11; round += 1) {
      write(workspace.dir, { n: String(round) })
      const { head } = must(await collect(vault, workspace, base, 'm'))
      const saved = await rescueCommit(vault, head)
      expect(saved.ref).toBe(`refs/wiggum/rescue/${vault.run}/${round}`)
      expect(await rescueCommit(vault, head)).toEqual(saved)
    }
    expect(refs()).toHaveLength(11)
  })

  test('of the same files with something new on another branch is another one', async () => {
    const { vault, workspace, base, root } = await maker()
    write(workspace.dir, { 'a.txt': 'mine' })
    const first = await rescueWorkspace(vault, workspace, base)
    write(workspace.dir, { 'aside.txt': 'aside' })
    sh(workspace.dir, 'stash', '-q', '-u')
    write(workspace.dir, { 'a.txt': 'mine' })
    const second = await rescueWorkspace(vault, workspace, base)
    expect(second?.ref).toBe(`refs/wiggum/rescue/${vault.run}/2`)
    expect(sh(root, 'rev-parse', `${second?.ref}^{tree}`)).toBe(sh(root, 'rev-parse', `${first?.ref}^{tree}`))
    const stash = sh(workspace.dir, 'rev-parse', 'refs/stash')
    expect(sh(root, 'rev-list', second?.ref ?? '').split('\n')).toContain(stash)
  })

  test('8 at once: each gets a ref of its own, none is overwritten', { tags: 'deep' }, async () => {
    const { vault, workspace, base, root } = await maker()
    const heads: string[] = []
    for (let at = 0; at < 8; at += 1) {
      write(workspace.dir, { n: String(at) })
      heads.push(must(await collect(vault, workspace, base, 'm')).head)
    }
    const saved = await Promise.all(heads.map((head) => rescueCommit(vault, head)))
    expect(new Set(saved.map(({ ref }) => ref)).size).toBe(8)
    for (const { ref, commit } of saved) expect(sh(root, 'rev-parse', ref)).toBe(commit)
  })
})
