import type { Assertion, TestFacts } from '../test-facts.ts'
import type { Case, TamperFinding } from './finding.ts'
import { areValuesKept } from './kept-values.ts'
import type { Matched } from './match-tests.ts'
import { quote } from './quote.ts'

/**
 * Fewer or weaker assertions than before, test by test, so that a new test does not pay for an old one that was
 * hollowed out. An assertion that stands elsewhere now was moved, not lost.
 *
 * Not seen: an expected value that was changed, a helper that became trivially true, a test that returns before its
 * assertions. The run of the base's own copies is there for those.
 */
export async function weakerAssertions(
  matched: Matched,
  {
    base: before,
    head: after,
    trees,
  }: { base: TestFacts[]; head: TestFacts[]; trees: Pick<Case, 'base' | 'head'> },
): Promise<TamperFinding[]> {
  const found = buckets(matched, before, after)
  const elsewhere = count([
    ...found.flatMap(({ old, now }) => missing(now, old)),
    ...inNewFiles(matched, before, after),
  ])
  const findings: TamperFinding[] = []
  for (const bucket of found) {
    const { file, name, old, now } = bucket
    const needed = Math.max(old.length - now.length, strong(old) - strong(now))
    if (needed <= 0) continue
    const lost = missing(old, now)
    const unmoved = lost.filter(({ text }) => !takeOne(elsewhere, text))
    if (lost.length - unmoved.length >= needed) continue
    const isTable = name === null && (await areValuesKept(unmoved, file, trees))
    findings.push({ ...finding(bucket, unmoved), ...(isTable ? { unlessSound: true as const } : {}) })
  }
  return findings
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
    // Tests that are gone for good have a finding of their own.
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

function inNewFiles({ files }: Matched, before: TestFacts[], after: TestFacts[]): Assertion[] {
  const known = new Set(before.map(({ path }) => path))
  return after
    .filter(({ path }) => !known.has(path))
    .flatMap(({ path, outside }) => [
      ...outside,
      ...(files.get(path)?.gained ?? []).flatMap(({ assertions }) => assertions),
    ])
}

function strong(assertions: Assertion[]): number {
  return assertions.filter(({ weight }) => weight === 'strong').length
}

function missing(from: Assertion[], there: Assertion[]): Assertion[] {
  const counts = count(there)
  return from.filter(({ text }) => !takeOne(counts, text))
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

function finding({ file, name, old, now }: Bucket, lost: Assertion[]): TamperFinding {
  const where = name === null ? file : `the test "${quote(name)}" of ${file}`
  const fewer = now.length < old.length
  return {
    file,
    line: now[0]?.line ?? null,
    description: `The assertions in ${where} are ${fewer ? 'fewer' : 'weaker'} than before.`,
    fix: 'Put the assertions back, or replace each by one that is at least as strict.',
    evidence: `${old.length} assertions → ${now.length}; before: ${quote(lost[0]?.text ?? '')} → after: ${quote(missing(now, old)[0]?.text ?? '')}`,
  }
}
