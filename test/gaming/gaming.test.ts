import { describe, expect, test, vi } from 'vitest'
import { games, honestChanges } from './cases.ts'
import type { Change } from './change.ts'
import { playChange, type Row } from './play.ts'
import { missing } from './project.ts'

vi.setConfig({ maxConcurrency: 2, testTimeout: 240_000 })

/** npm test has those that are shown, the deep tier every so many of the others, and the sweeps all of them: an hour of runners. */
const EVERY = process.env.WIGGUM_TEST_SWEEPS === '1' ? 1 : 3

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
  for (const change of changes.filter((each, index) => each.isShown || index % EVERY === 0)) {
    const absent = missing(change.project)
    const isLeftOut = absent !== null && (change.project.isOptional || !process.env.WIGGUM_TEST_REQUIRE_ALL)
    const options = change.isShown ? {} : { tags: ['deep'] }
    test.skipIf(isLeftOut)(`${nameOf(change)}${isLeftOut ? ` (${absent})` : ''}`, options, async () => {
      if (absent !== null) throw new Error(absent)
      expectations(await playChange(change))
    })
  }
}

function nameOf({ project, kind, name }: Change): string {
  return `${project.runner}: ${kind}: ${name}`
}

function told({ code, gates, words, run }: Row): string {
  return `exit ${code} [${gates}]: ${words || run.stderr.slice(-600)}`
}
