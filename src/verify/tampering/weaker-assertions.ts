import type { Assertion, TestFacts } from '../test-facts.ts'
import type { TamperFinding } from './finding.ts'
import type { Matched } from './match-tests.ts'
import { quote } from './quote.ts'

/**
 * Fewer or weaker assertions than before, test by test, so that a new test does not pay for an old one that was
 * hollowed out. An assertion that stands elsewhere now was moved, not lost.
 *
 * Not seen: an expected value that was changed, a helper that became trivially true, a test that returns before its
 * assertions. The run of the base's own copies is there for those.
 */
export function weakerAssertions(matched: Matched, before: TestFacts[], after: TestFacts[]): TamperFinding[] {
  const spare = spareTexts(before, after)
  return buckets(matched, before, after).flatMap(({ file, name, old, now }) => {
    const lost = missing(old, now)
    const gone = Math.max(0, old.length - now.length)
    const weaker = Math.max(0, strong(old) - strong(now)) - gone
    const unmoved = lost.filter(({ text }) => !takeOne(spare, text))
    if (unmoved.length === 0 || (gone === 0 && weaker <= 0)) return []
    const moved = lost.length - unmoved.length
    if (moved >= gone + Math.max(0, weaker)) return []
    return [finding({ file, name, old, now, lost: unmoved })]
  })
}

interface Bucket {
  file: string
  name: string | null
  old: Assertion[]
  now: Assertion[]
}

/** One for each test found on both sides; one a file for the rest: helpers, unnamed and renamed tests. */
function buckets({ pairs, files }: Matched, before: TestFacts[], after: TestFacts[]): Bucket[] {
  const found: Bucket[] = pairs.map(({ file, before: old, after: now }) => ({
    file,
    name: old.name,
    old: old.assertions,
    now: now.assertions,
  }))
  for (const { path, outside } of before) {
    const { lost = [], gained = [] } = files.get(path) ?? {}
    const now = after.find((facts) => facts.path === path)?.outside ?? []
    // Tests that are gone for good have their own finding.
    const renamed = lost.length <= gained.length ? lost : []
    found.push({
      file: path,
      name: null,
      old: [...outside, ...renamed.flatMap(({ assertions }) => assertions)],
      now: [...now, ...gained.flatMap(({ assertions }) => assertions)],
    })
  }
  return found
}

function strong(assertions: Assertion[]): number {
  return assertions.filter(({ weight }) => weight === 'strong').length
}

function missing(old: Assertion[], now: Assertion[]): Assertion[] {
  const there = count(now)
  return old.filter(({ text }) => !takeOne(there, text))
}

/** Assertions that the head has more often than the base: where a moved one can have gone. */
function spareTexts(before: TestFacts[], after: TestFacts[]): Map<string, number> {
  const spare = count(after.flatMap(all))
  for (const { text } of before.flatMap(all)) takeOne(spare, text)
  // What the base lacks at one place and the head has at another cancels out above: count places, not totals.
  const here = new Map(before.map((facts) => [facts.path, count(all(facts))]))
  for (const facts of after) {
    for (const { text } of all(facts)) {
      const known = here.get(facts.path)
      if (known && takeOne(known, text)) continue
      spare.set(text, Math.max(1, spare.get(text) ?? 0))
    }
  }
  return spare
}

function all({ cases, outside }: TestFacts): Assertion[] {
  return [...outside, ...cases.flatMap(({ assertions }) => assertions)]
}

function count(assertions: Assertion[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { text } of assertions) found.set(text, (found.get(text) ?? 0) + 1)
  return found
}

function takeOne(counts: Map<string, number>, text: string): boolean {
  const left = counts.get(text) ?? 0
  if (left > 0) counts.set(text, left - 1)
  return left > 0
}

function finding({ file, name, old, now, lost }: Bucket & { lost: Assertion[] }): TamperFinding {
  const where = name === null ? file : `the test "${quote(name)}" of ${file}`
  const fresh = missing(now, old)
  const fewer = now.length < old.length
  const tally = fewer ? `${old.length} assertions → after: ${now.length}` : 'stronger → after: weaker'
  return {
    file,
    line: now[0]?.line ?? null,
    description: `Assertions in ${where} are ${fewer ? 'fewer' : 'weaker'} than before.`,
    fix: 'Put the assertions back, or replace each by one that is at least as strict.',
    evidence: `before: ${tally}; gone: ${quote(lost[0]?.text ?? '')}; in its place: ${quote(fresh[0]?.text ?? '')}`,
  }
}
