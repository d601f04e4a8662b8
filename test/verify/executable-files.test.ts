import { expect, test } from 'vitest'
import { executableFiles } from '../../src/verify/executable-files.ts'
import { missingNames } from '../../src/verify/missing-names.ts'
import { tree } from './memory-tree.ts'

const changed = async (path: string, before: string | null, after: string | null) => {
  const of = (text: string | null) => tree(text === null ? {} : { [path]: text })
  return executableFiles(of(before), of(after), [{ path, change: 'modified' }])
}

test.each([
  ['src/a.js', 'export const a = 1\n', 'export const a = 2\n'],
  ['src/a.py', 'def f():\n    return 1\n', 'def f():\n    pass\n    return 1\n'],
  ['src/a.py', 'if x:\n    y()\nz()\n', 'if x:\n    y()\n    z()\n'],
  ['query.sql', 'select 1;\n', 'select 2;\n'],
  ['src/new.go', null, 'package a\n'],
  ['src/gone.rs', 'fn a() {}\n', null],
  ['src/words.js', "say('helo')\n", "say('hello')\n"],
])('%s is code that changed', async (path, before, after) => {
  expect(await changed(path, before, after)).toEqual([path])
})

test.each([
  ['README.md', 'a', 'b'],
  ['src/a.js', '// teh\nf()\n', '// the\nf()\n'],
  ['src/a.js', 'f( )\n', '\n\n  f( )\n'],
  ['src/a.py', '# teh\nf()\n', '# the\nf()\n\n'],
  ['types/a.d.ts', 'declare const a: 1\n', 'declare const a: 2\n'],
  ['test/a.test.js', 'test()\n', 'test(1)\n'],
  ['.github/workflows/ci.yml', 'a: 1', 'a: 2'],
  ['style.css', 'a {}', 'b {}'],
  ['package.json', '{}', '{"a":1}'],
])('%s is no code, or not changed', async (path, before, after) => {
  expect(await changed(path, before, after)).toEqual([])
})

test('names that a test uses and the change brings are missing without it; so is a new file', async () => {
  const base = { 'src/a.js': 'export const old = 1\n' }
  const head = {
    'src/a.js': 'export const old = 1\nexport const fresh = 2\n',
    'src/brand.js': 'export const other = 3\n',
  }
  const text = "import { old, fresh } from '../src/a.js'\nimport '../src/brand.js'\n// other in words only\n"
  const names = await missingNames({ path: 'test/a.test.js', text }, { base: tree(base), head: tree(head) }, [
    'src/a.js',
    'src/brand.js',
    'test/a.test.js',
  ])
  expect(names).toEqual(['fresh', 'brand'])
})
