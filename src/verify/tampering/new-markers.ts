import type { Marker, TestFacts } from '../test-facts.ts'
import type { TamperFinding } from './finding.ts'
import { quote } from './quote.ts'

/** Enough to see what happened; a hostile file could hold a hundred thousand. */
const shown = 50

interface Placed extends Marker {
  file: string
}

/** Skips, focus, expected failures and early exits that the base did not have. They move along with their test. */
export function newMarkers(before: TestFacts[], after: TestFacts[]): TamperFinding[] {
  const old = before.flatMap(placed)
  const names = new Set(before.flatMap(({ cases }) => cases.map(({ name }) => name)))
  const existing = new Set(before.map(({ path }) => path))
  const unknown = after
    .flatMap(placed)
    .filter((marker) => !take(old, (one) => one.text === marker.text && one.name === marker.name))
  const fresh = unknown.filter((marker) => !isRenamed(marker, old, names))
  const counted = fresh.filter((marker) => !marker.conditional || existing.has(marker.file))
  return counted.slice(0, shown).map((marker) => ({
    ...finding(marker),
    ...(isOfNewTest(marker, { names, existing }) ? { unlessSound: true as const } : {}),
  }))
}

/** At a test or in a file that the base does not have, or around all tests of a package: no test of the base is switched off by it alone. */
function isOfNewTest(
  { name, file, text }: Placed,
  { names, existing }: { names: Set<string>; existing: Set<string> },
): boolean {
  return !existing.has(file) || (name !== null && !names.has(name)) || /^func\s+TestMain/.test(text)
}

/** Helpers may exit or skip as they like; what counts is what stands among tests. */
function placed({ path, cases, markers }: TestFacts): Placed[] {
  return cases.length === 0 ? [] : markers.map((marker) => ({ ...marker, file: path }))
}

/** The same marker in the same file, at a test whose name is new: the skipped test was renamed. */
function isRenamed(marker: Placed, old: Placed[], names: Set<string>): boolean {
  if (marker.name !== null && names.has(marker.name)) return false
  return take(old, (one) => one.text === marker.text && one.file === marker.file)
}

function take(markers: Placed[], wanted: (marker: Placed) => boolean): boolean {
  const at = markers.findIndex(wanted)
  if (at >= 0) markers.splice(at, 1)
  return at >= 0
}

function finding({ file, line, text, name }: Placed): TamperFinding {
  const where = name === null ? file : `the test "${quote(name)}" of ${file}`
  return {
    file,
    line,
    description: `A marker that keeps tests from running or from failing, "${quote(text)}", is new at ${where}.`,
    fix: `Take "${quote(text)}" out, and make the test pass.`,
    evidence: `before: no such marker → after: ${quote(text)} (line ${line})`,
  }
}
