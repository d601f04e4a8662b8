import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { land } from '../../src/workspace/land.ts'
import { buildMerge } from '../../src/workspace/merge.ts'
import { revertLanding } from '../../src/workspace/revert.ts'
import { commitAll, DATE, must, repositoriesEndWithTheirTest, scene, sh, write } from './fixture.ts'
import { readyToLand } from './landing.ts'

repositoriesEndWithTheirTest()

async function landed(method = 'no-ff') {
  const made = await scene()
  const ready = await readyToLand(made, { 'a.txt': 'landed\n', 'n.txt': 'n', 'b.txt': null })
  const head = sh(made.vault.dir, 'rev-parse', `${ready.commit}^2`)
  const wish = {
    base: made.base,
    head,
    onto: made.base,
    method,
    subject: 's',
    runId: made.vault.run,
    date: DATE,
  }
  const { commit } = must(await buildMerge(made.vault, wish))
  await land(made.vault, { ...ready.order, commit })
  const order = { target: 'main', merge: commit, previous: made.base, reason: 'red', date: DATE, ours: false }
  return { ...made, merge: commit, order }
}

const treeOf = (root: string, rev: string) => sh(root, 'rev-parse', `${rev}^{tree}`)

describe('CR4: taking a landing back', () => {
  test.each(['no-ff', 'squash', 'rebase'])(
    '%s: the target is what it was, by one commit on top',
    async (method) => {
      const { vault, order, root, base, merge } = await landed(method)
      const result = await revertLanding(vault, order)
      expect(result).toMatchObject({ reverted: true, checkout: 'updated' })
      expect(treeOf(root, 'main')).toBe(treeOf(root, base))
      expect(sh(root, 'rev-parse', 'main^')).toBe(merge)
      expect(sh(root, 'status', '--porcelain')).toBe('')
      expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('two\n')
    },
  )

  test('leaves a target alone that the user has reset already', async () => {
    const { vault, order, root, base } = await landed()
    sh(root, 'reset', '-q', '--hard', base)
    expect(await revertLanding(vault, order)).toMatchObject({ reverted: false, reason: 'missing' })
    expect(sh(root, 'rev-parse', 'main')).toBe(base)
  })

  test('keeps what others committed since', async () => {
    const { vault, order, root } = await landed()
    write(root, { 'c.txt': 'c' })
    commitAll(root, 'later')
    expect(await revertLanding(vault, order)).toMatchObject({ reverted: true })
    expect(sh(root, 'ls-tree', '--name-only', 'main').split('\n')).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })

  test('CR5: done again, it is reverted once; and a checkout that was killed half way is completed', async () => {
    const { vault, order, root, base } = await landed()
    const first = await revertLanding(vault, order)
    expect(first.reverted).toBe(true)
    expect(await revertLanding(vault, { ...order, ours: true, date: '2026-02-02T00:00:00Z' })).toEqual(first)
    sh(root, 'read-tree', '--reset', '-u', order.merge)
    expect(await revertLanding(vault, { ...order, ours: true })).toEqual(first)
    expect(sh(root, 'status', '--porcelain')).toBe('')
    expect(treeOf(root, 'main')).toBe(treeOf(root, base))
  })

  test('later changes to the same lines: a conflict, and nothing moves', async () => {
    const { vault, order, root } = await landed()
    write(root, { 'a.txt': 'landed, and then edited\n' })
    const tip = commitAll(root, 'later')
    expect(await revertLanding(vault, order)).toMatchObject({ reverted: false, reason: 'conflict' })
    expect(sh(root, 'rev-parse', 'main')).toBe(tip)
  })

  test('a dirty checkout is refused', async () => {
    const { vault, order, root, merge } = await landed()
    write(root, { 'a.txt': 'mine' })
    expect(await revertLanding(vault, order)).toMatchObject({ reverted: false, reason: 'dirty' })
    expect(sh(root, 'rev-parse', 'main')).toBe(merge)
  })
})
