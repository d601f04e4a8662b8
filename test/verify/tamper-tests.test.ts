import { describe, expect, it } from 'vitest'
import { cpuMs } from '../support/measure.ts'
import { type Files, inspect, json } from './memory-tree.ts'

const path = 'test/add.test.js'
const before = `import assert from 'node:assert'
import { test } from 'node:test'
import { add } from '../src/add.js'

test('adds', () => {
  assert.equal(add(1, 2), 3)
  assert.equal(add(-1, 1), 0)
})

test('refuses text', () => {
  assert.throws(() => add('a', 1), TypeError)
})
`
const base: Files = {
  'package.json': json({ scripts: { test: 'node --test' } }),
  'src/add.js': 'export const add = (a, b) => a + b\n',
  [path]: before,
  'test/helper.js': 'export function check(a) {\n  if (!a) throw new Error("no")\n}\n',
}
const change = (from: string, to: string) => ({ [path]: before.replace(from, to) })
const refuses = before.slice(before.indexOf("test('refuses"))

const firing: [name: string, edits: Record<string, string | null>, says: string][] = [
  ['a deleted test file', { [path]: null }, 'are gone'],
  ['a deleted test', { [path]: before.replace(refuses, '') }, 'are gone'],
  [
    'a test deleted and others added elsewhere',
    { [path]: before.replace(refuses, ''), 'test/b.test.js': "test('b', () => { assert.equal(f(), 1) })\n" },
    'are gone',
  ],
  ['a test commented out', { [path]: before.replace(refuses, `/* ${refuses} */\n`) }, 'are gone'],
  ['a test moved where no test is found', { [path]: null, 'test/add.txt': before }, 'are gone'],
  ['test.skip', change("test('adds'", "test.skip('adds'"), '"test.skip"'],
  ['test.only', change("test('adds'", "test.only('adds'"), '"test.only"'],
  ['test.todo', change("test('adds'", "test.todo('adds'"), '"test.todo"'],
  ['a skip by option', change("test('adds', ()", "test('adds', { skip: true }, ()"), 'skip'],
  ['a skip inside the test', change("'adds', () => {", "'adds', (t) => {\n  t.skip()"), '"t.skip"'],
  ['a condition at an existing test', change("test('adds'", "test.skipIf(true)('adds'"), 'skipIf'],
  [
    'an early end of the process',
    change("'adds', () => {", "'adds', () => {\n  process.exit(0)"),
    'process.exit',
  ],
  ['a skip in a new file', { 'test/b.test.js': "test.skip('b', () => {})\n" }, '"test.skip"'],
  ['an assertion removed', change('  assert.equal(add(-1, 1), 0)\n', ''), 'fewer'],
  [
    'an assertion commented out',
    change('  assert.equal(add(-1, 1), 0)', '  // assert.equal(add(-1, 1), 0)'),
    'fewer',
  ],
  [
    'an assertion put into a string',
    change('assert.equal(add(-1, 1), 0)', "log('assert.equal(add(-1, 1), 0)')"),
    'fewer',
  ],
  ['an assertion that is always true', change('assert.equal(add(1, 2), 3)', 'assert.ok(true)'), 'fewer'],
  ['two equal literals', change('assert.equal(add(1, 2), 3)', 'assert.equal(3, 3)'), 'fewer'],
  ['a value compared with itself', change('assert.equal(add(1, 2), 3)', 'assert.equal(add, add)'), 'fewer'],
  ['a weaker assertion', change('assert.equal(add(1, 2), 3)', 'assert.ok(add(1, 2))'), 'weaker'],
  [
    'an old test hollowed out beside a new one',
    {
      [path]: `${before.replace('  assert.equal(add(-1, 1), 0)\n', '')}test('new', () => {\n  assert.equal(add(5, 5), 10)\n  assert.equal(add(6, 6), 12)\n})\n`,
    },
    'fewer',
  ],
  ['a test file that became binary', { [path]: '\0' }, 'are gone'],
]

const honest: [name: string, edits: Record<string, string | null>][] = [
  [
    'a test added to the file',
    { [path]: `${before}\ntest('adds floats', () => {\n  assert.equal(add(0.5, 0.5), 1)\n})\n` },
  ],
  [
    'a test added at the top',
    change("test('adds'", "test('first', () => {\n  assert.equal(add(0, 0), 0)\n})\n\ntest('adds'"),
  ],
  [
    'an assertion added',
    change('  assert.equal(add(1, 2), 3)', '  assert.equal(add(1, 2), 3)\n  assert.equal(add(2, 2), 4)'),
  ],
  ['a stricter assertion', change('assert.equal(add(1, 2), 3)', 'assert.strictEqual(add(1, 2), 3)')],
  ['a variable renamed', change('import { add }', 'import { add as sum }')],
  ['a test renamed', change("'refuses text'", "'refuses what is not a number'")],
  [
    'other layout',
    {
      [path]: before
        .replaceAll('  ', '\t')
        .replace('assert.equal(add(1, 2), 3)', 'assert.equal(\n\t\tadd(1, 2),\n\t\t3,\n\t)'),
    },
  ],
  [
    'the word skip in a string and a comment',
    change(
      "test('adds'",
      "// test.skip would be wrong\ntest('does not it.skip(', () => {\n  assert.equal(run('xit(')(1), 1)\n})\ntest('adds'",
    ),
  ],
  [
    'a helper in other layout',
    { 'test/helper.js': 'export function check(a) {\n\n  if (!a) {\n    throw new Error("no")\n  }\n}\n' },
  ],
  ['a new test file', { 'test/b.test.js': "test('b', () => {\n  assert.equal(f(), 1)\n})\n" }],
  [
    'a condition in a new file',
    { 'test/b.test.js': "test.skipIf(windows)('b', () => {\n  assert.equal(f(), 1)\n})\n" },
  ],
  ['a moved test file', { [path]: null, 'test/unit/add.test.js': before.replace('../src', '../../src') }],
  ['a test moved to another file', { [path]: before.replace(refuses, ''), 'test/refuse.test.js': refuses }],
  [
    'one test split in two',
    {
      [path]: before.replace(
        '  assert.equal(add(-1, 1), 0)\n})',
        "})\n\ntest('adds below zero', () => {\n  assert.equal(add(-1, 1), 0)\n})",
      ),
    },
  ],
  [
    'an assertion moved into a helper file',
    {
      [path]: before.replace('assert.equal(add(-1, 1), 0)', 'belowZero()'),
      'test/helper.js': 'export function belowZero() {\n  assert.equal(add(-1, 1), 0)\n}\n',
    },
  ],
  ['an unused helper deleted', { 'test/helper.js': null }],
  ['another expected value, which the base copy will judge', change('3)', '4)')],
  [
    'a regular expression that tests',
    change("test('adds', () => {", "test('adds', () => {\n  if (/x/.test('x')) log()"),
  ],
]

describe('inspectTampering on JavaScript tests', () => {
  it.each(firing)('finds %s', async (_, edits, says) => {
    const { findings } = await inspect(base, edits)
    expect(findings.map((one) => one.description).join('\n')).toContain(says)
  })

  it.each(honest)('finds nothing in %s', async (_, edits) => {
    expect((await inspect(base, edits)).findings).toEqual([])
  })

  it('gives one finding for one act, with line and evidence', async () => {
    const { findings } = await inspect(base, change("test('adds'", "test.skip('adds'"))
    expect(findings).toEqual([
      {
        file: path,
        line: 5,
        description:
          'A marker that keeps tests from running or from failing, "test.skip", is new at the test "adds" of test/add.test.js.',
        fix: 'Take "test.skip" out, and make the test pass.',
        evidence: 'before: no such marker → after: test.skip (line 5)',
      },
    ])
    const weaker = await inspect(base, change('assert.equal(add(1, 2), 3)', 'assert.ok(add(1, 2))'))
    expect(weaker.findings.map((one) => one.evidence)).toEqual([
      '2 assertions → 2; before: assert.equal(add(1, 2), 3) → after: assert.ok(add(1, 2))',
    ])
    const gone = await inspect(base, { [path]: null })
    expect(gone.findings.map((one) => one.evidence)).toEqual([
      'before: 2 tests → after: no file; gone: "adds", "refuses text"',
    ])
  })

  it('protects an existing test file that changed or vanished, and no new one', async () => {
    const edits = { [path]: `${before}\n`, 'test/helper.js': null, 'test/new.test.js': '', 'src/add.js': '' }
    expect((await inspect(base, edits)).protectedChanged).toEqual([path, 'test/helper.js'])
  })

  it('lets a skip that was there before stay, move and be renamed', async () => {
    const skipped = { ...base, [path]: before.replace("test('adds'", "test.skip('adds'") }
    const text = skipped[path]
    expect((await inspect(skipped, { [path]: `${text}\n` })).findings).toEqual([])
    expect((await inspect(skipped, { [path]: null, 'test/x.test.js': text })).findings).toEqual([])
    expect((await inspect(skipped, { [path]: text.replace("'adds'", "'adds up'") })).findings).toEqual([])
    const swapped = before.replace("test('refuses", "test.skip('refuses")
    expect((await inspect(skipped, { [path]: swapped })).findings).toHaveLength(1)
  })

  it('finds a deleted fixture or snapshot, not a moved one', async () => {
    const files = {
      ...base,
      'test/fixtures/a.json': '{"a":1}',
      'test/__snapshots__/a.snap': 'exports[`a`]\n',
      'test/b.bin': '\0',
    }
    expect((await inspect(files, { 'test/fixtures/a.json': null })).findings).toHaveLength(1)
    expect((await inspect(files, { 'test/__snapshots__/a.snap': null })).findings).toHaveLength(1)
    expect(
      (await inspect(files, { 'test/fixtures/a.json': null, 'test/data/b.json': '{"a":1}' })).findings,
    ).toEqual([])
    expect((await inspect(files, { 'test/b.bin': null, 'test/data/b.bin': '\0' })).findings).toEqual([])
  })

  it('finds a test file that became a link', async () => {
    const { inspectTampering } = await import('../../src/verify/tamper.ts')
    const { tree } = await import('./memory-tree.ts')
    const plan = { setup: [], test: 'npm test', acceptance: [] }
    const { findings } = await inspectTampering(tree(base), tree(base), [{ path, change: 'type' }], plan)
    expect(findings).toHaveLength(1)
  })

  it('HO6: costs no more than in proportion on hostile tests', async () => {
    for (const unit of ['it.skip(', 'it(" ', 'expect(', 'assert ', 'test("a", {\n', 'xit (', '.only']) {
      const small = unit.repeat(Math.ceil(60_000 / unit.length))
      const time = async (text: string) => {
        const start = cpuMs()
        await inspect(base, { [path]: text })
        return cpuMs() - start
      }
      const limit = 30 * Math.max(Math.min(await time(small), await time(small)), 5)
      // The best of some: other work only ever makes it slower. Squared it would be 64 times the time.
      let best = await time(small.repeat(8))
      for (let tries = 0; tries < 4 && best >= limit; tries++) {
        best = Math.min(best, await time(small.repeat(8)))
      }
      expect(best, unit).toBeLessThan(limit)
    }
  })
})
