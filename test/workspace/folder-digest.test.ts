import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderDigest } from '../../src/workspace/folder-digest.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wiggum-digest-'))
  put('tree/lib/a.js', 'a')
  put('tree/lib/sub/b.js', 'b')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}
const digest = (folder = 'lib') => folderDigest(join(dir, 'tree'), folder)

test('is the same for the same files, wherever they lie', () => {
  put('tree/other/a.js', 'a')
  put('tree/other/sub/b.js', 'b')
  expect(digest('other')).toBe(digest())
})

test.each([
  ['another content', () => put('tree/lib/sub/b.js', 'B')],
  ['a further file', () => put('tree/lib/c.js', '')],
  ['a file that is gone', () => rmSync(join(dir, 'tree/lib/a.js'))],
  [
    'text that moved from one file to another',
    () => {
      put('tree/lib/a.js', 'ab')
      put('tree/lib/sub/b.js', '')
    },
  ],
  ['a link', () => symlinkSync('a.js', join(dir, 'tree/lib/c.js'))],
])('tells %s', (_, change) => {
  const before = digest()
  change()
  expect(digest()).not.toBe(before)
})

test.each(['node_modules/x/index.js', '__pycache__/a.pyc', '.cache/x'])('passes over %s', (path) => {
  const before = digest()
  put(`tree/lib/${path}`, 'x')
  expect(digest()).toBe(before)
})

test('a star stands for the one folder there is', () => {
  put('tree/.venv/lib/python3.11/pytest/a.py', 'a')
  put('tree/plain/a.py', 'a')
  expect(digest('.venv/lib/*/pytest')).toBe(digest('plain'))
})

test('what lies outside the tree is not read', () => {
  put('outside/a.js', 'a')
  symlinkSync('../outside', join(dir, 'tree/away'))
  expect([digest('away'), digest('nowhere'), digest('../outside')]).toEqual([
    'elsewhere',
    'missing',
    'elsewhere',
  ])
})

test('a folder larger than any library is not read to its end', () => {
  put('tree/lib/big', '')
  truncateSync(join(dir, 'tree/lib/big'), 65 * 1024 * 1024)
  expect(digest()).toBe('too large')
})
