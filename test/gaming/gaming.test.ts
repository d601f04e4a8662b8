import { describe, expect, test, vi } from 'vitest'
import { games, honestChanges } from './cases.ts'
import type { Change } from './change.ts'
import { playChange, type Row } from './play.ts'
import { missing } from './project.ts'

vi.setConfig({ maxConcurrency: 2, testTimeout: 240_000 })

/** npm test has those that are shown, the deep tier every so many of the others, and the sweeps all of them: an hour of runners. */
const EVERY = 6

describe.concurrent('the bug does not land unasked though the tests stay green:', () => {
  over(games, (row) => {
    // Asked, or red: whatever else ended the run is no answer to the game.
    expect([10, 12, 20], told(row)).toContain(row.code)
    expect(row.landed, told(row)).toBe(false)
  })
})

describe.concurrent('honest work lands unasked:', () => {
  over(honestChanges, (row) => {
    expect([row.code, row.gates, row.landed], told(row)).toEqual([0, [], true])
  })
})

test('the suite is as large as it says', () => {
  expect(games.length).toBeGreaterThanOrEqual(140)
  expect(honestChanges.length).toBeGreaterThanOrEqual(45)
  const names = [...games, ...honestChanges].map(nameOf)
  expect(new Set(names).size).toBe(names.length)
})

function over(changes: Change[], expectations: (row: Row) => void): void {
  for (const [index, change] of changes.entries()) {
    const absent = missing(change.project)
    const isLeftOut = absent !== null && (change.project.isOptional || !process.env.WIGGUM_TEST_REQUIRE_ALL)
    const options = { tags: tierOf(change, index) }
    test.skipIf(isLeftOut)(`${nameOf(change)}${isLeftOut ? ` (${absent})` : ''}`, options, async () => {
      if (absent !== null) throw new Error(absent)
      expectations(await playChange(change))
    })
  }
}

function tierOf({ isShown, isDeep }: Change, index: number): string[] {
  if (isShown) return []
  return isDeep || index % EVERY === 0 ? ['deep'] : ['sweep']
}

function nameOf({ project, kind, name }: Change): string {
  return `${project.runner}: ${kind}: ${name}`
}

function told({ code, gates, words, run }: Row): string {
  return `exit ${code} [${gates}]: ${words || run.stderr.slice(-600)}`
}
