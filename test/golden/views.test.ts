import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { golden, goldenNames } from './golden.ts'
import { compared, pairs, views } from './views.ts'

/** What is expected was read by somebody before it was kept. After a wanted change: vitest -u, and read the difference. */
const expected = (...path: string[]) => join(import.meta.dirname, 'expected', ...path)

describe.each(goldenNames)('%s', (name) => {
  const events = golden(name)

  test.each(Object.keys(views))('%s', async (view) => {
    await expect(views[view]!(events)).toMatchFileSnapshot(expected(name, view))
  })
})

test.each(pairs)('compare %s with %s', async (left, right) => {
  const told = compared(golden(left), golden(right))
  await expect(told).toMatchFileSnapshot(expected('compare', `${left}-and-${right}.txt`))
})
