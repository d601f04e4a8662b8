import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildMerge } from '../../src/workspace/merge.ts'
import { vaultFile } from '../../src/workspace/vault.ts'
import { collect, createWorkspace } from '../../src/workspace/workspace.ts'
import { inTiers } from '../support/in-tiers.ts'
import { commitAll, DATE, must, repositoriesEndWithTheirTest, scene, sh, vaultOf, write } from './fixture.ts'

repositoriesEndWithTheirTest()

const LINES = 'a\nb\nc\nd\ne\nf\ng\n'

/** Two commits of an agent on the base, and meanwhile one of the user's on main. */
async function story(mine: Record<string, string> = { 'user.txt': 'user' }) {
  const made = await scene({ 'a.txt': LINES, 'b.txt': 'two\n' })
  const workspace = await createWorkspace(made.vault, 'maker', made.base, 'wiggum/x')
  write(workspace.dir, { 'a.txt': LINES.replace('a', 'A') })
  commitAll(workspace.dir, 'first change\n\nWhy.\n\nReviewed-by: Nobody')
  write(workspace.dir, { 'n.txt': 'new' })
  commitAll(workspace.dir, 'second: change')
  const { head } = must(await collect(made.vault, workspace, made.base, 'm'))
  write(made.root, mine)
  const onto = commitAll(made.root, 'by the user')
  const wish = { base: made.base, head, onto, subject: 'Do the task', runId: made.vault.run, date: DATE }
  return { ...made, workspace, wish, head, onto }
}

describe('building a merge', () => {
  test('no-ff: two parents, both changes, the user as author, the run in a trailer', async () => {
    const { vault, wish, head, onto, root } = await story()
    const built = must(await buildMerge(vault, { ...wish, method: 'no-ff' }))
    expect(built.method).toBe('no-ff')
    const format = '%P%n%an <%ae>%n%cn <%ce>%n%aI %cI%n%B'
    expect(sh(vault.dir, 'show', '-s', `--format=${format}`, built.commit).trim()).toBe(
      [
        `${onto} ${head}`,
        'Ada User <ada@example.org>',
        'Ada User <ada@example.org>',
        '2026-01-02T03:04:05+00:00 2026-01-02T03:04:05+00:00',
        'Do the task',
        '',
        'Wiggum-Run: 2026-01-02-task',
      ].join('\n'),
    )
    expect((await vaultFile(vault, built.commit, 'user.txt'))?.toString()).toBe('user')
    expect((await vaultFile(vault, built.commit, 'n.txt'))?.toString()).toBe('new')
    expect(sh(vault.dir, 'rev-parse', `${built.commit}^{tree}`)).toBe(built.tree)
    expect(sh(root, 'rev-parse', 'main')).toBe(onto)
  })

  test('squash: one parent, the same tree', async () => {
    const { vault, wish, onto } = await story()
    const merged = must(await buildMerge(vault, { ...wish, method: 'no-ff' }))
    const built = must(await buildMerge(vault, { ...wish, method: 'squash' }))
    expect(built).toMatchObject({ method: 'squash', tree: merged.tree })
    expect(sh(vault.dir, 'show', '-s', '--format=%P', built.commit)).toBe(onto)
    expect(
      sh(vault.dir, 'show', '-s', '--format=%(trailers:key=Wiggum-Run,valueonly)', built.commit),
    ).toContain(vault.run)
  })

  test('rebase: the commits one by one on the target, authors and messages kept, the run on the last', async () => {
    const { vault, wish, onto } = await story()
    const merged = must(await buildMerge(vault, { ...wish, method: 'no-ff' }))
    const built = must(await buildMerge(vault, { ...wish, method: 'rebase' }))
    expect(built).toMatchObject({ method: 'rebase', tree: merged.tree })
    const subjects = sh(
      vault.dir,
      'log',
      '--reverse',
      '--format=%s|%(trailers:separator=%x2C)',
      `${onto}..${built.commit}`,
    )
    expect(subjects.split('\n')).toEqual([
      'first change|Reviewed-by: Nobody',
      `second: change|Wiggum-Run: ${vault.run}`,
    ])
    expect(sh(vault.dir, 'fsck', '--strict', built.commit)).not.toContain('error')
  })

  test('rebase of a range with a merge in it falls back to squash, and says so', async () => {
    const { vault, workspace, base, wish } = await story()
    sh(workspace.dir, 'checkout', '-q', '-b', 'side', base)
    write(workspace.dir, { side: 's' })
    commitAll(workspace.dir, 'side')
    sh(workspace.dir, 'checkout', '-q', 'wiggum/x')
    sh(workspace.dir, 'merge', '-q', '--no-edit', 'side')
    const { head } = must(await collect(vault, workspace, base, 'm'))
    expect(must(await buildMerge(vault, { ...wish, head, method: 'rebase' })).method).toBe('squash')
  })

  test('rebase drops a commit that the target already has', async () => {
    const { vault, wish, onto } = await story({ 'a.txt': LINES.replace('a', 'A') })
    const built = must(await buildMerge(vault, { ...wish, method: 'rebase' }))
    expect(sh(vault.dir, 'rev-list', '--count', `${onto}..${built.commit}`)).toBe('1')
  })

  test.each(['no-ff', 'squash', 'rebase'])(
    '%s: a conflict is a value that names the files',
    async (method) => {
      const { vault, wish } = await story({ 'a.txt': LINES.replace('a', 'Z') })
      expect(await buildMerge(vault, { ...wish, method })).toEqual({
        ok: false,
        kind: 'conflict',
        files: ['a.txt'],
      })
    },
  )

  test.each(['no-ff', 'squash', 'rebase'])(
    '%s: built again elsewhere, after a crash, it is the same commit',
    async (method) => {
      const { vault, wish, root, workspace, base } = await story()
      const first = await buildMerge(vault, { ...wish, method })
      expect(await buildMerge(vault, { ...wish, method })).toEqual(first)
      const again = await vaultOf(root, 'other')
      sh(root, 'fetch', '-q', workspace.dir, 'HEAD')
      expect(base).not.toBe('')
      expect(await buildMerge(again, { ...wish, method })).toEqual(first)
      const later = { ...wish, method, date: '2026-01-02T03:04:06Z' }
      expect(must(await buildMerge(vault, later)).commit).not.toBe(must(first).commit)
    },
  )

  test.each(['no-ff', 'squash', 'rebase'])('%s: nothing to merge is a value', async (method) => {
    const { vault, wish, base, onto, head } = await story()
    expect(await buildMerge(vault, { ...wish, method, head: base })).toEqual({ ok: false, kind: 'nothing' })
    expect(await buildMerge(vault, { ...wish, method, head: onto, onto })).toEqual({
      ok: false,
      kind: 'nothing',
    })
    const squashed = must(await buildMerge(vault, { ...wish, method: 'squash' }))
    const again = await buildMerge(vault, { ...wish, method, head, onto: squashed.commit })
    expect(again).toEqual({ ok: false, kind: 'nothing' })
  })

  test('a subject cannot smuggle lines in', async () => {
    const { vault, wish } = await story()
    const subject = 'x\n\nWiggum-Run: other\n\u2028y\u0007'
    const { commit } = must(await buildMerge(vault, { ...wish, subject, method: 'no-ff' }))
    expect(sh(vault.dir, 'show', '-s', '--format=%s', commit)).toBe('x Wiggum-Run: other y')
    expect(sh(vault.dir, 'show', '-s', '--format=%(trailers)', commit).trim()).toBe(
      `Wiggum-Run: ${vault.run}`,
    )
  })

  test('deleted on one side, unchanged on the other: deleted', async () => {
    const { vault, workspace, base, wish } = await story()
    rmSync(join(workspace.dir, 'b.txt'))
    const { head } = must(await collect(vault, workspace, base, 'm'))
    for (const method of ['no-ff', 'squash', 'rebase']) {
      const built = must(await buildMerge(vault, { ...wish, head, method }))
      expect(await vaultFile(vault, built.commit, 'b.txt')).toBeNull()
    }
  })
})

describe('on a target that was rewritten', () => {
  /** The user's main of two commits, the second of which they drop while an agent works on both. */
  async function rewritten(rewrite: (root: string) => void) {
    const made = await scene({ 'a.txt': LINES })
    write(made.root, { 'dropped.txt': 'to be dropped' })
    const base = commitAll(made.root, 'to be dropped')
    const workspace = await createWorkspace(made.vault, 'maker', base, 'wiggum/x')
    write(workspace.dir, { 'n.txt': 'new' })
    commitAll(workspace.dir, 'first')
    write(workspace.dir, { 'a.txt': LINES.replace('a', 'A') })
    commitAll(workspace.dir, 'second')
    const { head } = must(await collect(made.vault, workspace, base, 'm'))
    rewrite(made.root)
    const onto = sh(made.root, 'rev-parse', 'main')
    const wish = { base, head, onto, subject: 'Do the task', runId: made.vault.run, date: DATE }
    return { ...made, wish, base, onto }
  }

  const rewrites: [string, (root: string) => void][] = [
    ['reset to before the base', (root) => sh(root, 'reset', '-q', '--hard', 'HEAD~1')],
    [
      'amended',
      (root) => {
        sh(root, 'rm', '-q', 'dropped.txt')
        sh(root, 'commit', '-q', '--amend', '-m', 'kept instead', '--allow-empty')
      },
    ],
    [
      'replaced by a history that has nothing to do with it',
      (root) => {
        sh(root, 'checkout', '-q', '--orphan', 'other')
        sh(root, 'rm', '-q', '-f', 'dropped.txt')
        sh(root, 'commit', '-q', '-m', 'elsewhere')
        sh(root, 'branch', '-M', 'other', 'main')
      },
    ],
  ]
  const cases = rewrites.flatMap(([how, rewrite]) =>
    ['no-ff', 'squash', 'rebase'].map((method) => [method, how, rewrite] as const),
  )

  for (const [shown, options] of inTiers(cases, 4))
    test.each(shown)('%s: %s, it gets the change alone', options, async (method, _, rewrite) => {
      const { vault, wish, base, onto } = await rewritten(rewrite)
      const built = await buildMerge(vault, { ...wish, method })
      expect(built.dropped).toEqual([
        `${sh(vault.dir, 'rev-parse', '--short', base)} to be dropped`,
        ...(built.dropped?.slice(1) ?? []),
      ])
      const { commit } = must(built)
      const files = sh(vault.dir, 'ls-tree', '--name-only', commit).split('\n')
      expect(files).toEqual(['a.txt', 'n.txt'])
      expect((await vaultFile(vault, commit, 'a.txt'))?.toString()).toBe(LINES.replace('a', 'A'))
      const history = sh(vault.dir, 'rev-list', `${onto}..${commit}`).split('\n')
      expect(history).toHaveLength(method === 'rebase' ? 2 : 1)
      expect(sh(vault.dir, 'show', '-s', '--format=%(trailers)', commit).trim()).toBe(
        `Wiggum-Run: ${vault.run}`,
      )
    })

  test('a conflict there is a conflict, and a target that only moved on was not rewritten', async () => {
    const changed = await rewritten((root) => {
      write(root, { 'a.txt': LINES.replace('a', 'Z') })
      sh(root, 'commit', '-q', '-a', '--amend', '-m', 'mine')
    })
    expect(await buildMerge(changed.vault, { ...changed.wish, method: 'no-ff' })).toMatchObject({
      ok: false,
      kind: 'conflict',
      files: ['a.txt'],
      dropped: [expect.stringContaining('to be dropped')],
    })
    const { vault, wish } = await story()
    expect(await buildMerge(vault, { ...wish, method: 'no-ff' })).not.toHaveProperty('dropped')
  })
})
