import { isDeepStrictEqual } from 'node:util'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ownLiterals, ownPythonLiterals } from '../../../src/verify/canary/own-literals.ts'

const TEXT = `
assert.equal(total(items), 20)
assert.equal(total([]), -1.5)
assert.deepEqual(names(items), ['tea', "cup"])
assert.deepEqual(first(items), { name: 'tea', count: 3 })
`
const literals = ownLiterals(TEXT)

test('strings, numbers, lists and records that a file writes down are found', () => {
  const found = literals.map(({ literal }) => literal)
  expect(found).toEqual(
    expect.arrayContaining(['20', '-1.5', '"tea"', `['tea', "cup"]`, "{ name: 'tea', count: 3 }"]),
  )
})

test('each is given together with a value that is unlike it', () => {
  expect(literals.length).toBeGreaterThan(5)
  for (const { other, literal } of literals) {
    const [actual, expected] = runInNewContext(`[${other}, ${literal}]`, { K: 'unknown' })
    expect(isDeepStrictEqual(actual, expected), literal).toBe(false)
  }
})

test('what is no value in every source is left alone: octals, numbers too large to add to, parts of names', () => {
  const odd = ownLiterals('const a1 = 0644, b = 12345678901234567890, c = x.0')
  expect(odd).toEqual([])
})

test('in Python lists are joined to', () => {
  const text = 'self.assertEqual(names(items), ["tea", "cup"])'
  expect(ownPythonLiterals(text)).toContainEqual({
    other: '[k] + ["tea", "cup"]',
    literal: '["tea", "cup"]',
  })
})
