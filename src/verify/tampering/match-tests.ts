import type { TestCase, TestFacts } from '../test-facts.ts'

/** Which test of the base is which test of the head: by name, first in the same file, then anywhere. */
export interface Matched {
  pairs: { file: string; before: TestCase; after: TestCase }[]
  /** A file's tests that no longer exist under their name, and its tests that are new under theirs. */
  files: Map<string, { lost: TestCase[]; gained: TestCase[] }>
}

interface Placed {
  file: string
  test: TestCase
}

export function matchTests(base: TestFacts[], head: TestFacts[]): Matched {
  const matched: Matched = { pairs: [], files: new Map() }
  const here = pool(head.flatMap(placed), ({ file, test }) => `${file}\0${test.name}`)
  const unmatched = base
    .flatMap(placed)
    .filter((old) => !take(matched, old, here.get(`${old.file}\0${old.test.name}`)))
  const anywhere = pool([...here.values()].flat(), ({ test }) => test.name)
  for (const old of unmatched) {
    if (!take(matched, old, anywhere.get(old.test.name))) group(matched, old.file).lost.push(old.test)
  }
  for (const { file, test } of [...anywhere.values()].flat()) group(matched, file).gained.push(test)
  return matched
}

function take(matched: Matched, old: Placed, candidates: Placed[] | undefined): boolean {
  const found = candidates?.pop()
  if (!found) return false
  matched.pairs.push({ file: old.file, before: old.test, after: found.test })
  return true
}

function placed({ path, cases }: TestFacts): Placed[] {
  return cases.map((test) => ({ file: path, test }))
}

function pool(tests: Placed[], key: (one: Placed) => string): Map<string, Placed[]> {
  const found = new Map<string, Placed[]>()
  for (const one of tests) {
    const list = found.get(key(one))
    if (list) list.push(one)
    else found.set(key(one), [one])
  }
  // In the order of the file when taken from the end; taking from the front of a long list is slow.
  for (const list of found.values()) list.reverse()
  return found
}

function group(matched: Matched, file: string): { lost: TestCase[]; gained: TestCase[] } {
  const known = matched.files.get(file) ?? { lost: [], gained: [] }
  matched.files.set(file, known)
  return known
}
