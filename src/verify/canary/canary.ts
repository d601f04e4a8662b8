/**
 * A canary is a test that must fail, put behind a file's own tests in a copy of the tree that is thrown away. It writes its mark
 * into the failure only, so that a mark in the output says: the assertion threw, the runner saw it, and the reporter told of it.
 */
export interface Plant {
  path: string
  /** What goes behind the file's own text, or the whole of a file that is not there yet. */
  text: string
  isNew: boolean
  canaries: Canary[]
}

export interface Canary {
  /** What must fail, in words that are the same on the base: `assert.equal`, `throw`. */
  what: string
  mark: string
}

/** What a file of its own has none of. */
export const OWN_TEST = 'a test of its own'

/** Unguessable parts of one run's marks. The text of a test file holds the halves, never the whole. */
export interface Seed {
  halves: [string, string]
  /** For names of tests and files: says nothing about what it is for. */
  name: string
}

export interface TestFile {
  path: string
  text: string
  /** Assertions of the project's own that it calls. */
  helpers?: string[]
  /** For a file of our own, which is only like this one: how it begins. Nothing else of this file can be used there. */
  head?: string
}

/** How to write canaries for one kind of test file. */
export interface CanaryKind {
  id: string
  /** What goes behind the file's own text. `null`: not a file of this kind. */
  plant(file: TestFile, seed: Seed): { text: string; canaries: Canary[] } | null
  /** The beginning of a file of its own beside this one, and how it is called, so that the runner finds it as it found this one. */
  beside(file: TestFile, seed: Seed): { path: string; head: string } | null
}

const LETTERS = 'bcdfghjkmnpqrstvwxz'

/** `random`: bytes that nobody can know beforehand. */
export function seedOf(random: Uint8Array): Seed {
  const letters = [...random].map((byte) => LETTERS[byte % LETTERS.length]!).join('')
  return { halves: [letters.slice(0, 7), letters.slice(7, 14)], name: letters.slice(14, 22) }
}

export const SEED_BYTES = 22

/** The mark of the n-th canary of the whole run. */
export function markOf({ halves }: Seed, n: number): string {
  return `${halves.join('')}${n}x`
}

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g')
/** Where what is told of a test begins. */
const REPORT = /^\s*(?:(?:not )?ok \d|[✓✔√✖✗✘✕×●▶⚠]|\d+\) |PASS|FAIL|SKIP|XFAIL|XPASS|---)/
/** The beginning of what is told of a test that passed, or whose failure does not count. */
const EXCUSED =
  /^\s*(?:ok\b|✓|✔|√|⚠|PASS|SKIP|XFAIL|XPASS|--- (?:PASS|SKIP))|^\s*not ok .*# (?:todo|skip)\b|^\s*[✖✗×] .*\(\d[\d.]*m?s\) # /i

/** Where `go test -v` begins to tell of a test: what came of it stands behind what it said. */
const BEGUN = /^\s*=== (?:RUN|CONT|NAME)\b/

/** Which marks an output tells of as failed. */
export function seenMarks(output: string, { halves }: Seed): Set<string> {
  const seen = new Set<string>()
  const mark = new RegExp(`${halves.join('')}\\d+x`, 'g')
  let isExcused = false
  let begun: string[] | null = null
  for (const line of output.replace(ESCAPES, '').split('\n')) {
    if (BEGUN.test(line)) begun ??= []
    else if (REPORT.test(line) && !/^\s*---\s*$/.test(line)) {
      isExcused = EXCUSED.test(line)
      for (const found of isExcused ? [] : (begun ?? [])) seen.add(found)
      begun = null
    }
    if (isExcused && begun === null) continue
    for (const [found] of line.matchAll(mark)) begun === null ? seen.add(found) : begun.push(found)
  }
  return seen
}

/** Counts through all files of a run, so that no two canaries share a mark. */
export function counter(): () => number {
  let n = 0
  return () => ++n
}
