import { expect, test } from 'vitest'
import { lookThrough } from '../../bench/detector-runs.ts'
import { detectors } from '../../src/detectors/index.ts'

test('every rule is measured, and so is what they look at', () => {
  const { rules, scenes } = lookThrough(200)
  expect(Object.keys(rules).sort()).toEqual(detectors.map(({ id }) => id).sort())
  for (const ms of [...Object.values(rules), scenes]) expect(ms).toBeGreaterThanOrEqual(0)
})
