import { describe, expect, test } from 'vitest'
import { addsExit, withFailingLines } from '../../src/verify/can-fail.ts'
import { tree as memoryTree } from './memory-tree.ts'

const change = (path: string) => [{ path, change: 'modified' }]

describe('a change that may end the tests early', () => {
  test.each([
    ['src/a.js', 'process.exit(0)'],
    ['src/a.js', 'process . exitCode = 0'],
    ['a.py', 'import os\nos._exit(0)'],
    ['a.py', 'sys.exit(0)'],
    ['a.go', 'func init() { os.Exit(0) }'],
    ['a.rs', 'std::process::exit(0)'],
  ])('is seen in %s: %s', async (path, text) => {
    expect(await addsExit(memoryTree({ [path]: '' }), memoryTree({ [path]: text }), change(path))).toBe(true)
  })

  test.each([
    ['in a comment', '// process.exit(0)'],
    ['in a string', "const help = 'process.exit(0)'"],
    ['as another name', 'subprocess.exits = 1; preprocess.exit(0)'],
  ])('is not seen %s', async (_name, text) => {
    expect(await addsExit(memoryTree({ 'a.js': '' }), memoryTree({ 'a.js': text }), change('a.js'))).toBe(
      false,
    )
  })

  test('is not seen where the call was there before, or is removed', async () => {
    const exit = memoryTree({ 'a.js': 'process.exit(1)' })
    expect(await addsExit(exit, memoryTree({ 'a.js': 'run()\nprocess.exit(1)' }), change('a.js'))).toBe(false)
    expect(await addsExit(exit, memoryTree({ 'a.js': '' }), change('a.js'))).toBe(false)
  })
})

test('failing lines go to the end of every test file whose language is known, and nowhere else', async () => {
  const tree = memoryTree({
    'test/a.test.js': 'ok()',
    'tests/test_b.py': 'pass',
    'c_test.go': 'package c',
    'src/a.js': 'x',
    'test/data.json': '{}',
  })
  const changed = await withFailingLines(tree)
  expect(changed.map((file) => file.path).sort()).toEqual(['c_test.go', 'test/a.test.js', 'tests/test_b.py'])
  expect(changed.every((file) => file.text.includes('must fail'))).toBe(true)
})
