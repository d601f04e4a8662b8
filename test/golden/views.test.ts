import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { whatIf } from '../../src/core/whatif.ts'
import { whatIfLines } from '../../src/report/whatif.ts'
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

test('the example in the docs is what the command says', () => {
  const page = readFileSync('docs/replay.md', 'utf8')
  const weighing = { weights: { guardian: 2, sage: 0.5 }, threshold: 0.6, without: [] }
  const told = whatIfLines(whatIf(golden('findings-open'), weighing), weighing)
  expect(page).toContain(`--threshold 0.6\nRun ${golden('findings-open')[0]!.run_id}\n${told.join('\n')}\n`)
})
