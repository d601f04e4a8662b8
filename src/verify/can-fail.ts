import { codeOnly } from './code-only.ts'
import { isTestFile } from './test-files.ts'
import type { TreeReader } from './tree-reader.ts'

/**
 * Code that ends the process with success while the tests load makes every runner green. Where a change adds such
 * calls, the tests are run once more with a line in each that must fail; green then means they cannot fail.
 * A call hidden behind computed names is not seen here.
 */
const EXITS =
  /\bprocess\s*\.\s*(?:exit|reallyExit|exitCode|abort)\b|\bos\s*\.\s*_exit\b|\bsys\s*\.\s*exit\b|\bos\.Exit\b|\bSystem\s*\.\s*exit\b|\bprocess::exit\b|\batexit\b|\bexit!/g

const MAX_FILES = 300
const MUST_FAIL = 'wiggum: this line must fail'

interface Change {
  path: string
  change: string
}

/** Whether the change adds a way to end the process early. */
export async function addsExit(base: TreeReader, head: TreeReader, changes: Change[]): Promise<boolean> {
  for (const { path, change } of changes) {
    if (change === 'deleted') continue
    const [before, after] = [await base.read(path), await head.read(path)]
    if (exits(after ?? '', path) > exits(before ?? '', path)) return true
  }
  return false
}

function exits(text: string, path: string): number {
  return codeOnly(text, path).match(EXITS)?.length ?? 0
}

/** Test files of the tree, each with a line at its end that must fail. Empty if no language here is known. */
export async function withFailingLines(tree: TreeReader): Promise<{ path: string; text: string }[]> {
  const files = tree.paths().filter((path) => isTestFile(path) && failingLine(path) !== null)
  const changed: { path: string; text: string }[] = []
  for (const path of files.slice(0, MAX_FILES)) {
    const text = await tree.read(path)
    if (text !== null) changed.push({ path, text: `${text}\n${failingLine(path)}\n` })
  }
  return changed
}

function failingLine(path: string): string | null {
  const mark = path.replace(/[^A-Za-z0-9]/g, '_')
  if (
    /\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)__tests__\/.*\.[cm]?[jt]sx?$|(?:^|\/)tests?\/.*\.[cm]?[jt]s$/.test(
      path,
    )
  )
    return `;throw new Error('${MUST_FAIL}')`
  if (/(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path)) return `raise RuntimeError('${MUST_FAIL}')`
  if (/_test\.go$/.test(path))
    return `func TestWiggumMustFail_${mark}(t *testing.T) { t.Fatal("${MUST_FAIL}") }`
  if (/(?:^|\/)tests\/[^/]*\.rs$/.test(path))
    return `#[test]\nfn wiggum_must_fail_${mark}() { panic!("${MUST_FAIL}") }`
  return null
}
