import { expect, it } from 'vitest'
import { minutesSince } from '../../src/core/checkpoint.ts'

const AT = '2026-11-16T08:00:00.000Z'

it('minutes since a checkpoint count in parts, and a clock that was set back has measured nothing', () => {
  expect(minutesSince(AT, '2026-11-16T08:45:00.000Z')).toBe(45)
  expect(minutesSince(AT, '2026-11-16T08:44:59.999Z')).toBeLessThan(45)
  expect(minutesSince(AT, '2026-11-16T07:00:00.000Z')).toBe(0)
})
