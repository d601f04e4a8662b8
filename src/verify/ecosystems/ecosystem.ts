import type { TreeReader } from '../tree-reader.ts'

/** How one ecosystem sets up, tests, names its test files and configures its runner. */
export interface Ecosystem {
  id: string
  detect(tree: TreeReader): Promise<Found | null>
  testFile(path: string): boolean
  configFiles: ConfigFile[]
}

/** `test` is null where the ecosystem is present but says nothing about tests. */
export interface Found {
  setup: string[]
  test: string | null
  why: string
}

export interface ConfigFile {
  files: RegExp
  /** What it is, for a sentence: "the vitest configuration". */
  what: string
  /** The text that matters. Two equal parts: nothing changed, whatever else did. An empty part: as if absent. */
  part(text: string, use: { path: string; targets: readonly string[] }): string
  /** What else decides which code is tested, by building or mapping it: only its effect says whether it matters. */
  around?(text: string, path: string): string
  /** It decides more than how tests are run: whatever tests come to says nothing of it. */
  isMore?: true
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
