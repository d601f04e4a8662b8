import { baseName } from './ecosystems/ecosystem.ts'
import { languageOf } from './languages/index.ts'
import { testFacts } from './test-facts.ts'
import { isTestFile } from './test-files.ts'
import type { TreeReader } from './tree-reader.ts'

export function newTests(base: TreeReader, head: TreeReader): string[] {
  return head.paths().filter((path) => isTestFile(path) && !base.has(path))
}

/** In one of these, a limit of coverage may stand: it would be missed without the new tests, which says nothing. */
const COVERAGE_FILES =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|tox\.ini|Makefile|\.coveragerc|\.(?:ny|c8)crc[\w.]*|(?:vitest|vite|jest)\.config\.\w+)$/
const COVERAGE_LIMIT = /coverageThreshold|\bthresholds\b|check-?coverage|fail[-_]under/i

/** New tests that the base's own can be run without. What a new test, mock or setup does to the others is seen then. */
export async function testsApart(base: TreeReader, head: TreeReader): Promise<string[]> {
  const fresh = newTests(base, head)
  if (fresh.length === 0 || !base.paths().some((path) => isTestFile(path) && languageOf(path))) return []
  for (const path of head.paths().filter((each) => COVERAGE_FILES.test(each)))
    if (COVERAGE_LIMIT.test((await head.read(path)) ?? '')) return []
  return fresh
}

/**
 * New tests that lean on a helper or fixture which the base's copy replaces: under the old helper they could only fail
 * for the wrong reason, so they are left out of that one run. They do run, and must be green, on the merged tree.
 */
export async function dependentTests(
  base: TreeReader,
  head: TreeReader,
  replaced: string[],
): Promise<string[]> {
  const support: string[] = []
  for (const path of replaced) if (isTestFile(path) && (await isSupport(base, path))) support.push(path)
  if (support.length === 0) return []
  const fresh = await readAll(head, newTests(base, head))
  const found = new Set<string>()
  for (let at = 0; at < support.length; at++) {
    const needed = support[at] ?? ''
    for (const [path, text] of fresh) {
      if (found.has(path) || !leansOn(path, text, needed)) continue
      found.add(path)
      support.push(path)
    }
  }
  return [...found].sort()
}

async function isSupport(base: TreeReader, path: string): Promise<boolean> {
  return testFacts(path, await base.read(path)).cases.length === 0
}

async function readAll(tree: TreeReader, paths: string[]): Promise<[string, string][]> {
  const read: [string, string][] = []
  for (const path of paths) {
    const text = await tree.read(path)
    if (text !== null) read.push([path, text])
  }
  return read
}

/** It names the file; pytest's conftest is named by nobody and serves everything below its folder. */
function leansOn(path: string, text: string, support: string): boolean {
  const name = baseName(support)
  if (name === 'conftest.py') return path.startsWith(support.slice(0, -name.length))
  const stem = name.split('.')[0] ?? ''
  return stem.length > 1 && text.includes(stem) && namesWord(text, stem)
}

function namesWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const around = text.charAt(at - 1) + text.charAt(at + word.length)
    if (!/\w/.test(around)) return true
  }
  return false
}
