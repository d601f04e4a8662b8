import { expect, test } from 'vitest'
import { inspect, json } from './memory-tree.ts'

const PATH = 'test/a.test.js'
const manifest = { 'package.json': json({ scripts: { test: 'node --test' } }) }
const old = `import { test } from 'node:test'
test('ten', () => { assert.equal(total(items, 10), 18) })
test('half', () => { assert.equal(total(items, 50), 'ten') })
`
const judged = async (after: string, more: Record<string, string> = {}) => {
  const { findings } = await inspect({ ...manifest, [PATH]: old }, { [PATH]: after, ...more })
  return findings.map(({ description, unlessSound }) => [
    description.split(' ').slice(0, 2).join(' '),
    unlessSound ?? false,
  ])
}

test('tests that became a table of the same values are a question only where the tests are not sound', async () => {
  const table = `import { test } from 'node:test'
for (const [percent, expected] of [[10, 18], [50, "ten"]])
  test(\`each \${percent}\`, () => { assert.equal(total(items, percent), expected) })
`
  expect(await judged(table)).toEqual([['Tests that', true]])
})

test('tests whose values are gone, or stand in a comment, are a question', async () => {
  const less = "import { test } from 'node:test'\ntest('all', () => { assert.equal(total(items, 10), 18) })\n"
  expect(await judged(less)).toEqual([['Tests that', false]])
  expect(await judged(`${less}// 50 'ten'\n`)).toEqual([['Tests that', false]])
})

test('a skip of a new test is harmless where the tests are sound; of an existing one it is a question', async () => {
  expect(await judged(old, { 'test/b.test.js': "test.skip('new', () => { assert.equal(1, 1) })\n" })).toEqual(
    [['A marker', true]],
  )
  expect(await judged(old.replace("test('ten'", "test.skip('ten'"))).toEqual([['A marker', false]])
})
