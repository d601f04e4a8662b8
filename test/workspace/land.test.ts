import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { alreadyLanded, canLand, land, publish } from '../../src/workspace/land.ts'
import { buildMerge } from '../../src/workspace/merge.ts'
import { commitAll, DATE, must, repositoriesEndWithTheirTest, scene, sh, vaultOf, write } from './fixture.ts'
import { readyToLand } from './landing.ts'

repositoriesEndWithTheirTest()

const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Everything of the user's that must not change. */
function fingerprint(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(root, '.git')))
    .map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'hex'),
    ])
  return {
    ...Object.fromEntries(files),
    index: readFileSync(join(root, '.git', 'index'), 'hex'),
    status: execFileSync('git', ['-C', root, '--no-optional-locks', 'status', '--porcelain=v2', '-b'], {
      encoding: 'utf8',
    }),
    stash: sh(root, 'stash', 'list'),
    head: readFileSync(join(root, '.git', 'HEAD'), 'utf8'),
  }
}

function makeDirty(root: string): void {
  write(root, { 'b.txt': 'to be stashed' })
  sh(root, 'stash', '-q')
  write(root, { 'a.txt': 'staged\n' })
  sh(root, 'add', 'a.txt')
  write(root, { 'b.txt': 'unstaged\n', 'untracked.txt': 'u', 'a.txt': 'staged and edited\n' })
}

function hide(root: string): void {
  write(root, { 'a.txt': 'x' })
  sh(root, 'update-index', '--assume-unchanged', 'a.txt')
}

describe('landing', () => {
  test('moves the branch and a clean checkout of it', async () => {
    const ready = await readyToLand(await scene(), { 'a.txt': 'landed\n', 'n/new.txt': 'n', 'b.txt': null })
    write(ready.root, { 'untracked.txt': 'stays' })
    const result = await land(ready.vault, ready.order)
    expect(result).toEqual({ landed: true, checkout: 'updated', detail: ready.root })
    expect(sh(ready.root, 'rev-parse', 'main')).toBe(ready.commit)
    expect(sh(ready.root, 'status', '--porcelain')).toBe('?? untracked.txt')
    expect(readFileSync(join(ready.root, 'a.txt'), 'utf8')).toBe('landed\n')
    expect(existsSync(join(ready.root, 'b.txt'))).toBe(false)
    expect(sh(ready.root, 'reflog', '-1', '--format=%gs %cn', 'main')).toMatch(/^wiggum: land .* Ada User$/)
    sh(ready.root, 'fsck', '--strict')
  })

  test('done twice it lands once, and says so', async () => {
    const ready = await readyToLand(await scene(), { 'a.txt': 'landed\n' })
    expect(await alreadyLanded(ready.vault, ready.order)).toBe(false)
    await land(ready.vault, ready.order)
    expect(await alreadyLanded(ready.vault, ready.order)).toBe(true)
    expect(await land(ready.vault, { ...ready.order, ours: true })).toMatchObject({
      landed: true,
      checkout: 'updated',
    })
    expect(sh(ready.root, 'rev-list', '--count', '--merges', 'main')).toBe('1')
  })

  test('a file whose time changed but not its content does not count as dirty', async () => {
    const ready = await readyToLand(await scene(), { 'a.txt': 'landed\n' })
    utimesSync(join(ready.root, 'a.txt'), 1, 1)
    expect(await land(ready.vault, ready.order)).toMatchObject({ landed: true, checkout: 'updated' })
    expect(sh(ready.root, 'status', '--porcelain')).toBe('')
  })

  test('a file becomes a folder and a folder a file', async () => {
    const made = await scene({ f: 'f', 'd/x': 'x', 'd/y': 'y' })
    const ready = await readyToLand(made, { f: null, 'd/x': null, 'd/y': null, 'f/inside': '1', d: '2' })
    expect(await land(ready.vault, ready.order)).toMatchObject({ landed: true, checkout: 'updated' })
    expect(sh(made.root, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(made.root, 'f/inside'), 'utf8')).toBe('1')
  })

  test('updates the linked worktree that has the branch, and no other', async () => {
    const made = await scene()
    sh(made.root, 'checkout', '-q', '-b', 'other')
    const linked = join(dirname(made.root), 'linked tree')
    sh(made.root, 'worktree', 'add', '-q', linked, 'main')
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    expect(await land(ready.vault, ready.order)).toMatchObject({ checkout: 'updated', detail: linked })
    expect(readFileSync(join(linked, 'a.txt'), 'utf8')).toBe('landed\n')
    expect(readFileSync(join(made.root, 'a.txt'), 'utf8')).toBe('one\n')
  })

  test('moved, missing: values, and nothing happens', async () => {
    const ready = await readyToLand(await scene(), { 'a.txt': 'landed\n' })
    write(ready.root, { 'c.txt': 'c' })
    const moved = commitAll(ready.root, 'the target moves')
    expect(await land(ready.vault, ready.order)).toMatchObject({ landed: false, reason: 'moved' })
    expect(sh(ready.root, 'rev-parse', 'main')).toBe(moved)
    expect(await land(ready.vault, { ...ready.order, target: 'gone' })).toMatchObject({ reason: 'missing' })
  })

  test('refuses to drop commits of the target', async () => {
    const ready = await readyToLand(await scene(), { 'a.txt': 'landed\n' })
    write(ready.root, { 'c.txt': 'c' })
    const previous = commitAll(ready.root, 'more')
    await expect(land(ready.vault, { ...ready.order, previous })).rejects.toThrow('lose commits')
  })

  test('lands on a branch whose name a shell would run', async () => {
    const made = await scene()
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    for (const target of ['x$(touch>pwned)', 'x;id', '\u202Ey', '-n']) {
      sh(made.root, 'update-ref', `refs/heads/${target}`, made.base)
      expect(await land(ready.vault, { ...ready.order, target })).toMatchObject({ landed: true })
      expect(sh(made.root, 'rev-parse', `refs/heads/${target}`)).toBe(ready.commit)
    }
    expect(existsSync(join(made.root, 'pwned'))).toBe(false)
  })

  test('8 landers at once: exactly one wins, five times over', { tags: 'deep' }, async () => {
    const made = await scene()
    sh(made.root, 'checkout', '-q', '--detach')
    for (let round = 0; round < 5; round += 1) {
      const first = await readyToLand(made, { [`round${round}`]: 'x' })
      const commits = await Promise.all(
        Array.from({ length: 8 }, async (_, at) => {
          const { previous } = first.order
          const wish = { base: previous, head: first.commit, onto: previous, method: 'squash', date: DATE }
          return must(await buildMerge(made.vault, { ...wish, subject: `s${at}`, runId: 'r' })).commit
        }),
      )
      const results = await Promise.all(commits.map((commit) => land(made.vault, { ...first.order, commit })))
      const won = commits.filter((_, at) => results[at]?.landed)
      expect(won).toHaveLength(1)
      expect(sh(made.root, 'rev-parse', 'main')).toBe(won[0])
      for (const result of results) if (!result.landed) expect(result.reason).toBe('moved')
    }
  })
})

describe("GS7: the user's own work", () => {
  test('landing on another branch changes no byte of a dirty checkout, its index or its stash', async () => {
    const made = await scene()
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    sh(made.root, 'checkout', '-q', '-b', 'mine')
    makeDirty(made.root)
    const before = fingerprint(made.root)
    expect(await land(ready.vault, ready.order)).toMatchObject({ landed: true, checkout: 'not-checked-out' })
    expect(fingerprint(made.root)).toEqual(before)
  })

  test.each([
    ['staged', (root: string) => void sh(root, 'rm', '-q', '--cached', 'b.txt')],
    ['unstaged', (root: string) => write(root, { 'b.txt': 'x' })],
    ['deleted', (root: string) => rmSync(join(root, 'b.txt'))],
    ['all of it', makeDirty],
    ['an untracked file in the way', (root: string) => write(root, { 'n.txt': 'mine' })],
    [
      'an ignored file in the way',
      (root: string) => write(root, { '.git/info/exclude': 'n.txt\n', 'n.txt': 'mine' }),
    ],
    [
      'an ignored file where a folder is to be',
      (root: string) => write(root, { '.git/info/exclude': 'f\n', f: 'mine' }),
    ],
    [
      'ignored files where a file is to be',
      (root: string) => write(root, { '.git/info/exclude': 'g\n', 'g/x': 'mine' }),
    ],
    ['hidden from git', hide],
  ])('a dirty checkout of the target is refused and not touched: %s', async (_, soil) => {
    const made = await scene()
    const ready = await readyToLand(made, { 'a.txt': 'landed\n', 'n.txt': 'n', 'f/x': 'x', g: 'g' })
    soil(made.root)
    const before = fingerprint(made.root)
    expect(await land(ready.vault, ready.order)).toMatchObject({ landed: false, reason: 'dirty' })
    expect(fingerprint(made.root)).toEqual(before)
    expect(sh(made.root, 'rev-parse', 'main')).toBe(made.base)
  })

  test('canLand says beforehand what landing would', async () => {
    const { vault, root } = await scene()
    expect(await canLand(vault, 'main')).toEqual({ ok: true })
    write(root, { 'a.txt': 'x' })
    expect(await canLand(vault, 'main')).toMatchObject({
      ok: false,
      reason: 'dirty',
      detail: expect.stringContaining('a.txt'),
    })
    sh(root, 'checkout', '-q', '-b', 'mine')
    expect(await canLand(vault, 'main')).toEqual({ ok: true })
  })

  test('in the middle of a merge or a rebase, or checked out twice: busy', async () => {
    const made = await scene()
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    write(made.root, { '.git/MERGE_HEAD': `${made.base}\n` })
    expect(await land(ready.vault, ready.order)).toMatchObject({
      reason: 'busy',
      detail: expect.stringContaining('merge'),
    })
    rmSync(join(made.root, '.git', 'MERGE_HEAD'))
    sh(made.root, 'worktree', 'add', '-q', '--force', join(dirname(made.root), 'twice'), 'main')
    expect(await land(ready.vault, ready.order)).toMatchObject({
      reason: 'busy',
      detail: expect.stringContaining('twice'),
    })
    sh(made.root, 'worktree', 'remove', join(dirname(made.root), 'twice'))
    sh(made.root, 'checkout', '-q', '--detach')
    write(made.root, { '.git/rebase-merge/head-name': 'refs/heads/main\n' })
    expect(await canLand(made.vault, 'main')).toMatchObject({
      reason: 'busy',
      detail: expect.stringContaining('rebased'),
    })
  })

  test("a change to .gitattributes does not bring the user's filter to bear on an agent's file", async () => {
    const made = await scene()
    const canary = join(dirname(made.root), 'canary')
    sh(made.root, 'config', 'filter.mine.smudge', `tee '${canary}'`)
    const ready = await readyToLand(made, { '.gitattributes': '* filter=mine\n', 'x.txt': 'from an agent' })
    const result = await land(ready.vault, ready.order)
    expect(result).toMatchObject({
      landed: false,
      reason: 'dirty',
      detail: expect.stringContaining('filter.mine'),
    })
    // The control: git itself would have run it.
    sh(made.root, 'fetch', '-q', ready.vault.dir, ready.commit)
    sh(made.root, 'checkout', '-q', ready.commit)
    expect(readFileSync(canary, 'utf8')).toContain('from an agent')
  })

  test("the user's hooks do not run", async () => {
    const made = await scene()
    const canary = join(dirname(made.root), 'canary')
    for (const hook of ['reference-transaction', 'post-index-change', 'post-checkout', 'post-merge']) {
      write(made.root, { [`.git/hooks/${hook}`]: `#!/bin/sh\necho ${hook} >> '${canary}'\n` })
      chmodSync(join(made.root, '.git/hooks', hook), 0o755)
    }
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    rmSync(canary, { force: true })
    expect(await land(ready.vault, ready.order)).toMatchObject({ landed: true, checkout: 'updated' })
    expect(existsSync(canary)).toBe(false)
    sh(made.root, 'update-ref', 'refs/heads/control', made.base)
    expect(existsSync(canary)).toBe(true)
  })
})

describe('GS6: index.lock', () => {
  test('a live one is never removed, and nothing moves', async () => {
    const made = await scene()
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    const lock = join(made.root, '.git', 'index.lock')
    const held = openSync(lock, 'w')
    expect(await land(ready.vault, ready.order)).toMatchObject({ landed: false, reason: 'busy' })
    expect(existsSync(lock)).toBe(true)
    closeSync(held)
    expect(sh(made.root, 'rev-parse', 'main')).toBe(made.base)
  })

  test('one that goes away is waited for', async () => {
    const made = await scene()
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    const lock = join(made.root, '.git', 'index.lock')
    writeFileSync(lock, '')
    setTimeout(() => rmSync(lock), 300)
    expect(await land(ready.vault, ready.order)).toMatchObject({ landed: true, checkout: 'updated' })
  })

  test('a stale one goes only when an attempt of ours was under way, nobody has it open and no git works there', async () => {
    const made = await scene()
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    sh(made.root, 'fetch', '-q', ready.vault.dir, ready.commit)
    sh(made.root, 'update-ref', 'refs/heads/main', ready.commit)
    const lock = join(made.root, '.git', 'index.lock')
    writeFileSync(lock, '')
    expect(await land(ready.vault, ready.order)).toMatchObject({ landed: true, checkout: 'left' })
    expect(existsSync(lock)).toBe(true)
    const ours = { ...ready.order, ours: true }
    const held = openSync(lock, 'r')
    expect(await land(ready.vault, ours)).toMatchObject({ landed: true, checkout: 'left' })
    closeSync(held)
    const busy = spawn('git', ['cat-file', '--batch'], {
      cwd: made.root,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    children.push(busy)
    await new Promise((resolve) => busy.once('spawn', resolve))
    expect(await land(ready.vault, ours)).toMatchObject({ landed: true, checkout: 'left' })
    expect(existsSync(lock)).toBe(true)
    const gone = new Promise((resolve) => busy.once('exit', resolve))
    busy.kill('SIGKILL')
    await gone
    expect(await land(ready.vault, ours)).toMatchObject({ landed: true, checkout: 'updated' })
    expect(existsSync(lock)).toBe(false)
    expect(readFileSync(join(made.root, 'a.txt'), 'utf8')).toBe('landed\n')
  })

  test('a stale one from before the branch moved goes by the same proof', async () => {
    const made = await scene()
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    const lock = join(made.root, '.git', 'index.lock')
    writeFileSync(lock, '')
    expect(await land(ready.vault, { ...ready.order, ours: true })).toMatchObject({
      landed: true,
      checkout: 'updated',
    })
    expect(existsSync(lock)).toBe(false)
  })

  test('a stale lock on the branch, left by a killed attempt of ours, does not stop the next', async () => {
    const made = await scene()
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    const lock = join(made.root, '.git', 'refs', 'heads', 'main.lock')
    writeFileSync(lock, '')
    expect(await land(ready.vault, ready.order)).toMatchObject({ landed: false, reason: 'busy' })
    expect(existsSync(lock)).toBe(true)
    expect(await land(ready.vault, { ...ready.order, ours: true })).toMatchObject({
      landed: true,
      checkout: 'updated',
    })
  })
})

describe('recognising what landed', () => {
  test('CR3: also when the user amended the message of a squashed landing since', async () => {
    const made = await scene()
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    const wish = {
      base: made.base,
      head: ready.commit,
      onto: made.base,
      method: 'squash',
      subject: 's',
      runId: made.vault.run,
      date: DATE,
    }
    const { commit } = must(await buildMerge(made.vault, wish))
    await land(made.vault, { ...ready.order, commit })
    sh(made.root, 'commit', '-q', '--amend', '-m', `better words\n\nWiggum-Run: ${made.vault.run}`)
    expect(sh(made.root, 'rev-parse', 'main')).not.toBe(commit)
    expect(await alreadyLanded(made.vault, { target: 'main', commit })).toBe(true)
  })

  test('a trailer that somebody else wrote proves nothing', async () => {
    const made = await scene()
    const ready = await readyToLand(made, { 'a.txt': 'landed\n' })
    write(made.root, { 'c.txt': 'c' })
    commitAll(made.root, `forged\n\nWiggum-Run: ${made.vault.run}`)
    expect(await alreadyLanded(made.vault, ready.order)).toBe(false)
  })
})

describe('publishing', () => {
  test('compares before it swaps, and is done when it is done', async () => {
    const made = await scene()
    const { commit, vault } = await readyToLand(made, { 'a.txt': 'landed\n' })
    const ref = 'refs/heads/wiggum/run'
    expect(await publish(vault, ref, made.base, commit)).toBe(false)
    expect(await publish(vault, ref, made.base, null)).toBe(true)
    expect(await publish(vault, ref, made.base, null)).toBe(true)
    expect(await publish(vault, ref, commit, null)).toBe(false)
    expect(await publish(vault, ref, commit, made.base)).toBe(true)
    expect(await publish(vault, ref, made.base, 'any')).toBe(true)
    expect(sh(made.root, 'rev-parse', ref)).toBe(made.base)
  })

  test('a branch the user looks at takes their clean files along, or stays', async () => {
    const made = await scene()
    const { commit, vault } = await readyToLand(made, { 'a.txt': 'landed\n' })
    sh(made.root, 'checkout', '-q', '-b', 'wiggum/run')
    write(made.root, { 'a.txt': 'mine' })
    expect(await publish(vault, 'refs/heads/wiggum/run', commit, 'any')).toBe(false)
    expect(readFileSync(join(made.root, 'a.txt'), 'utf8')).toBe('mine')
    sh(made.root, 'checkout', '-q', '--', 'a.txt')
    expect(await publish(vault, 'refs/heads/wiggum/run', commit, 'any')).toBe(true)
    expect(sh(made.root, 'status', '--porcelain')).toBe('')
  })

  test('two runs of one repository do not meet', async () => {
    const made = await scene()
    const other = await vaultOf(made.root, '2026-01-02-other')
    expect(other.dir).not.toBe(made.vault.dir)
  })
})
