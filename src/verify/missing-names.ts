import { codeOnly } from './code-only.ts'
import { isTestFile } from './test-files.ts'
import type { TreeReader } from './tree-reader.ts'

const NAME = /[A-Za-z_$][\w$]{2,80}/g
const MAX_NAMES = 20
const MAX_FILES = 200

/** Names that a test uses and that the change brings: without it the test cannot find them. Of a new file, its own name. */
export async function missingNames(
  test: { path: string; text: string },
  trees: { base: TreeReader; head: TreeReader },
  changed: string[],
): Promise<string[]> {
  const used = new Set(namesIn(test.text, test.path))
  const sources = changed.filter((path) => !isTestFile(path)).slice(0, MAX_FILES)
  const before = new Set<string>()
  const brought = new Set<string>()
  for (const path of sources) {
    for (const name of namesIn((await trees.base.read(path)) ?? '', path)) before.add(name)
    for (const name of namesIn((await trees.head.read(path)) ?? '', path)) brought.add(name)
  }
  const files = sources.filter((path) => !trees.base.has(path)).map(stem)
  const named = files.filter((name) => test.text.includes(name))
  const missing = [...brought].filter((name) => used.has(name) && !before.has(name))
  return [...new Set([...missing, ...named])].slice(0, MAX_NAMES)
}

function namesIn(text: string, path: string): string[] {
  return codeOnly(text, path).match(NAME) ?? []
}

function stem(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.indexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}
