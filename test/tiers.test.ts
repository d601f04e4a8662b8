import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { testFiles, tierOf } from './support/tiers.ts'

const files = testFiles()

test('every test file stands in a tier', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((path) => tierOf(path) === null)).toEqual([])
})

test('a tier is told from the folder and the name', () => {
  expect(tierOf('core/fold.test.ts')).toBe('quick')
  expect(tierOf('core/fold.real.test.ts')).toBe('real')
  expect(tierOf('core/memory/fold.test.ts')).toBe('quick')
  expect(tierOf('docs.test.ts')).toBe('quick')
  expect(tierOf('e2e/loop.test.ts')).toBe('real')
  expect(tierOf('agents/real/loop.test.ts')).toBe('agents')
  expect(tierOf('elsewhere/loop.test.ts')).toBeNull()
})

/** What starts a process, a browser or a whole world of processes. */
const STARTS = /from '(?:node:child_process|playwright-core|(?:\.\.?\/)+(?:support\/)?cli\.ts)'/

test('quick files start nothing', () => {
  const quick = files.filter((path) => tierOf(path) === 'quick')
  const starting = quick.filter((path) => [path, ...helpersOf(path)].some((each) => STARTS.test(read(each))))
  expect(starting).toEqual([])
})

/** Files of tests that it imports, and what they import in turn. Sources are not followed: they must not start anything by being loaded. */
function helpersOf(path: string, seen = new Set<string>()): string[] {
  for (const [, relative = ''] of read(path).matchAll(/^import (?!type).*from '(\.[^']+\.ts)'/gm)) {
    const helper = join(dirname(path), relative)
    if (helper.startsWith('..') || seen.has(helper) || !existsSync(join('test', helper))) continue
    seen.add(helper)
    helpersOf(helper, seen)
  }
  return [...seen]
}

function read(path: string): string {
  return readFileSync(join('test', path), 'utf8')
}
