import { expect, test } from 'vitest'
import { agreeing, plural } from '../../src/core/plural.ts'

test('one is one, and nothing is many', () => {
  expect([0, 1, 2].map((count) => plural(count, 'file'))).toEqual(['0 files', '1 file', '2 files'])
  expect([1, 2].map((count) => plural(count, 'pass', 'passes'))).toEqual(['1 pass', '2 passes'])
  expect([0, 1, 2].map((count) => agreeing(count, 'lies', 'lie'))).toEqual(['lie', 'lies', 'lie'])
})
