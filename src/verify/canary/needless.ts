import { isTestFile } from '../test-files.ts'
import type { TreeReader } from '../tree-reader.ts'

const DOCUMENTS =
  /\.(?:md|markdown|rst|adoc|txt|png|jpe?g|gif|svg|webp|ico|pdf|drawio)$|(?:^|\/)(?:LICENSE|LICENCE|NOTICE|AUTHORS|CODEOWNERS)$/i
/** Where a project says that its documents are executed. */
const SETTINGS =
  /^(?:package\.json|pyproject\.toml|setup\.cfg|pytest\.ini|tox\.ini|conftest\.py|Makefile|noxfile\.py)$/
const EXECUTED = /doctest|\bsybil\b|markdown|\bmd\b|mdx|\brst\b|embedme|README/i

/** Nothing that a test could meet was changed: documents that nothing executes. In doubt it was. */
export async function isNeedless(tree: TreeReader, changed: string[]): Promise<boolean> {
  if (changed.length === 0 || changed.some((path) => !DOCUMENTS.test(path) || isTestFile(path))) return false
  if (changed.some((path) => /requirements|constraints|CMakeLists/i.test(path))) return false
  for (const path of tree.paths().filter((each) => SETTINGS.test(each)))
    if (EXECUTED.test((await tree.read(path)) ?? '')) return false
  return true
}
