import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { alreadyLanded, land } from '../../src/workspace/land.ts'
import { inTiers } from '../support/in-tiers.ts'
import { repositoriesEndWithTheirTest, scene, sh, write } from './fixture.ts'
import { type Landing, readyToLand } from './landing.ts'

repositoriesEndWithTheirTest()

/** What a kill between moving the branch and updating the files leaves. */
function moveBranchOnly({ root, vault, commit }: Landing): void {
  sh(root, 'fetch', '-q', vault.dir, commit)
  sh(root, 'update-ref', 'refs/heads/main', commit)
}

async function halfLanded(): Promise<Landing> {
  const made = await scene({ 'a.txt': 'one\n', 'b.txt': 'two\n', 'c.txt': 'three\n', f: 'f', 'd/x': 'x' })
  const files = {
    'a.txt': 'landed a\n',
    'b.txt': null,
    'n/new.txt': 'new\n',
    f: null,
    'd/x': null,
    'f/in': '1',
    d: '2',
  }
  const ready = await readyToLand(made, files)
  moveBranchOnly(ready)
  return ready
}

function fileToFolder(root: string): void {
  rmSync(join(root, 'f'))
  write(root, { 'f/in': '1' })
}

function stageOther(root: string): void {
  write(root, { 'a.txt': 'my own' })
  sh(root, 'add', 'a.txt')
  write(root, { 'a.txt': 'one\n' })
}

/** Where it points there is a file by the name of the one that is to be deleted. */
function linkFolder(root: string): void {
  rmSync(join(root, 'd'), { recursive: true })
  write(root, { 'o/x': 'precious' })
  symlinkSync('o', join(root, 'd'))
}

const resume = (ready: Landing) => land(ready.vault, { ...ready.order, ours: true })

describe('CR3, CR5: a landing that was killed half way is recognised and completed', () => {
  const halves: [string, (root: string) => void][] = [
    ['in the middle of one file', (root) => write(root, { 'a.txt': 'land' })],
    ['before the first file', () => {}],
    ['after a deletion', (root) => rmSync(join(root, 'b.txt'))],
    ['after one file', (root) => write(root, { 'a.txt': 'landed a\n' })],
    ['between unlinking and writing one', (root) => rmSync(join(root, 'a.txt'))],
    ['after a new file', (root) => write(root, { 'n/new.txt': 'new\n' })],
    ['after a file became a folder', fileToFolder],
    ['with a folder half a file', (root) => rmSync(join(root, 'd/x'))],
    ['with a stale lock', (root) => writeFileSync(join(root, '.git', 'index.lock'), '')],
  ]
  for (const [some, options] of inTiers(halves, 4))
    test.each(some)('%s', options, async (_, leave) => {
      const ready = await halfLanded()
      leave(ready.root)
      expect(await alreadyLanded(ready.vault, ready.order)).toBe(true)
      for (let time = 0; time < 2; time += 1) {
        expect(await resume(ready)).toMatchObject({ landed: true, checkout: 'updated' })
        expect(sh(ready.root, 'status', '--porcelain')).toBe('')
      }
      expect(sh(ready.root, 'rev-parse', 'main')).toBe(ready.commit)
      expect(readFileSync(join(ready.root, 'n/new.txt'), 'utf8')).toBe('new\n')
      expect(existsSync(join(ready.root, 'b.txt'))).toBe(false)
      expect(sh(ready.root, 'rev-list', '--count', '--merges', 'main')).toBe('1')
    })

  test("the user's own work in other files stays as it is", async () => {
    const ready = await halfLanded()
    write(ready.root, { 'c.txt': 'mine', 'u.txt': 'untracked', 's.txt': 'staged' })
    sh(ready.root, 'add', 's.txt')
    expect(await resume(ready)).toMatchObject({ landed: true, checkout: 'updated' })
    expect(sh(ready.root, 'status', '--porcelain').split('\n')).toEqual([' M c.txt', 'A  s.txt', '?? u.txt'])
  })

  const acts: [string, (root: string) => void][] = [
    ['edited', (root) => write(root, { 'a.txt': 'my own words' })],
    ['staged', stageOther],
    ['edited what is deleted', (root) => write(root, { 'b.txt': 'mine' })],
    ['made what is new', (root) => write(root, { 'n/new.txt': 'mine' })],
    ['put a file into the folder that becomes a file', (root) => write(root, { 'd/mine': 'mine' })],
    ['made a folder a link', linkFolder],
  ]
  for (const [some, options] of inTiers(acts, 3))
    test.each(some)(
      'somebody %s meanwhile: everything is left alone, and said so',
      options,
      async (_, act) => {
        const ready = await halfLanded()
        act(ready.root)
        const before = [
          sh(ready.root, 'status', '--porcelain'),
          readFileSync(join(ready.root, '.git/index'), 'hex'),
        ]
        const files = ['a.txt', 'b.txt', 'n/new.txt', 'd/mine', 'o/x'].map((name) => read(ready.root, name))
        const result = await resume(ready)
        expect(result).toMatchObject({
          landed: true,
          checkout: 'left',
          detail: expect.stringContaining('somebody else'),
        })
        expect([
          sh(ready.root, 'status', '--porcelain'),
          readFileSync(join(ready.root, '.git/index'), 'hex'),
        ]).toEqual(before)
        expect(
          ['a.txt', 'b.txt', 'n/new.txt', 'd/mine', 'o/x'].map((name) => read(ready.root, name)),
        ).toEqual(files)
      },
    )

  test('a real git, killed at many instants in the middle of 400 files', { tags: 'deep' }, async () => {
    const names = Array.from({ length: 400 }, (_, at) => `f${at}.txt`)
    const text = (word: string) =>
      Object.fromEntries(names.map((name) => [name, `${word} ${name}\n`.repeat(50)]))
    const ready = await readyToLand(await scene(text('old')), text('new'))
    moveBranchOnly(ready)
    let halfWay = 0
    for (const delay of [2, 4, 6, 8, 10, 12, 15, 18, 22, 28]) {
      sh(ready.root, 'read-tree', '--reset', '-u', ready.order.previous)
      const { previous, commit } = ready.order
      const child = spawn('git', ['read-tree', '-m', '-u', previous, commit], {
        cwd: ready.root,
        stdio: 'ignore',
      })
      const gone = new Promise((resolve) => child.once('exit', resolve))
      await sleep(delay)
      child.kill('SIGKILL')
      await gone
      if (existsSync(join(ready.root, '.git', 'index.lock'))) halfWay += 1
      expect(await resume(ready)).toMatchObject({ landed: true, checkout: 'updated' })
      expect(sh(ready.root, 'status', '--porcelain')).toBe('')
      expect(readFileSync(join(ready.root, 'f399.txt'), 'utf8')).toMatch(/^new/)
    }
    console.log(`killed 10 times, ${halfWay} of them in the middle`)
  })
})

function read(root: string, name: string): string | null {
  try {
    return readFileSync(join(root, name), 'utf8')
  } catch {
    return null
  }
}
