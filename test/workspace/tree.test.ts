import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkoutTree, commitOverlay } from '../../src/workspace/tree.ts'
import { openVault, vaultTree } from '../../src/workspace/vault.ts'
import { createWorkspace, existingWorkspace, removeWorkspace } from '../../src/workspace/workspace.ts'
import { repositoriesEndWithTheirTest, scene, sh, write } from './fixture.ts'

repositoriesEndWithTheirTest()

describe('a tree for verification', () => {
  test('shows the commit, fresh each time, as a repository of its own', async () => {
    const { vault, base } = await scene()
    const dir = await checkoutTree(vault, 'verify', base)
    expect(sh(dir, 'rev-parse', 'HEAD')).toBe(base)
    expect(sh(dir, 'rev-parse', '--show-toplevel')).toBe(dir)
    write(dir, { junk: 'j' })
    expect(await checkoutTree(vault, 'verify', base)).toBe(dir)
    expect(existsSync(join(dir, 'junk'))).toBe(false)
    await removeWorkspace(vault, 'verify')
    expect(existsSync(dir)).toBe(false)
  })

  test('does not get in the way of a workspace of the same name', async () => {
    const { vault, base } = await scene()
    const workspace = await createWorkspace(vault, 'same', base, 'b')
    await checkoutTree(vault, 'same', base)
    expect(existingWorkspace(vault, 'same')).toEqual(workspace)
  })
})

describe('an overlay', () => {
  test('replaces, adds and removes paths of a commit, and is the same commit each time', async () => {
    const { vault, base, root } = await scene({ 'a.txt': 'a', 'b.txt': 'b', 'dir/x': 'x', keep: 'k' })
    const oid = sh(root, 'rev-parse', 'HEAD:a.txt')
    const changes = [
      { path: 'b.txt', oid, mode: '100755' },
      { path: 'new/file', oid: null, content: Buffer.from('content') },
      { path: 'a.txt', oid: null },
      { path: 'dir', oid: null, content: Buffer.from('now a file') },
      { path: 'dir/x', oid: null },
      { path: 'never/there', oid: null },
    ]
    const commit = await commitOverlay(vault, base, changes, 'overlay')
    const dir = await checkoutTree(vault, 'v', commit)
    expect(readFileSync(join(dir, 'new/file'), 'utf8')).toBe('content')
    expect(readFileSync(join(dir, 'dir'), 'utf8')).toBe('now a file')
    const listed = (await vaultTree(vault, commit)).map(({ path, mode }) => `${mode} ${path}`)
    expect(listed).toEqual(['100755 b.txt', '100644 dir', '100644 keep', '100644 new/file'])
    expect(await commitOverlay(vault, base, changes, 'overlay')).toBe(commit)
    expect(sh(vault.dir, 'rev-parse', `${commit}^`)).toBe(base)
    expect(sh(root, 'for-each-ref')).not.toContain(commit)
  })

  test('of nothing has the tree of its base', async () => {
    const { vault, base } = await scene()
    const commit = await commitOverlay(vault, base, [], 'same')
    expect(sh(vault.dir, 'diff', '--name-only', base, commit)).toBe('')
  })
})

describe('a vault', () => {
  test('opened again is the same one, and a lock that a killed git left in it is gone', async () => {
    const { vault, base } = await scene()
    const commit = await commitOverlay(vault, base, [], 'x')
    writeFileSync(join(vault.dir, 'refs', 'heads', 'x.lock'), '')
    writeFileSync(join(vault.dir, 'packed-refs.lock'), '')
    expect(await openVault(vault.repo, vault.run, vault.work)).toEqual(vault)
    expect(sh(vault.dir, 'cat-file', '-t', commit)).toBe('commit')
    expect(existsSync(join(vault.dir, 'packed-refs.lock'))).toBe(false)
    expect(existsSync(join(vault.dir, 'refs', 'heads', 'x.lock'))).toBe(false)
  })

  test('opened by many at once is made once', async () => {
    const { vault, base } = await scene()
    const many = Array.from({ length: 12 }, () => openVault(vault.repo, 'other', `${vault.work}-other`))
    for (const each of await Promise.all(many)) expect(await vaultTree(each, base)).toHaveLength(2)
  })
})
