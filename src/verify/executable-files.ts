import { withoutComments } from './code-only.ts'
import { isTestFile } from './test-files.ts'
import type { TreeReader } from './tree-reader.ts'

/** Endings of files that are run. What is only read, shown or configured is none, and neither are bare types. */
const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|pyx?|rb|erb|go|rs|java|kts?|scala|groovy|[ch]|cc|cpp|cxx|hpp|cs|swift|mm?|php|pl|lua|jl|exs?|erl|hs|ml|clj|dart|zig|nim|sql|sh|bash|zsh|fish|ps1)$/
const ONLY_TYPES = /\.d\.[cm]?ts$/
const MAX_FILES = 100

export function isCode(path: string): boolean {
  return CODE.test(path) && !ONLY_TYPES.test(path)
}

/** Files of a change whose code differs, comments and blanks aside. Tests are not counted: they are what shows it. */
export async function executableFiles(
  base: TreeReader,
  head: TreeReader,
  changes: { path: string; change: string }[],
): Promise<string[]> {
  const found: string[] = []
  for (const { path } of changes) {
    if (!isCode(path) || isTestFile(path)) continue
    if (found.length === MAX_FILES) break
    const [before, after] = [await base.read(path), await head.read(path)]
    if (bare(before, path) !== bare(after, path)) found.push(path)
  }
  return found
}

/** In some languages a blank has a meaning only where a line begins. */
function bare(text: string | null, path: string): string {
  const lines = withoutComments(text ?? '', path).split('\n')
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .map((line) => (/\.py$/.test(path) ? line : line.trim()))
    .join('\n')
}
