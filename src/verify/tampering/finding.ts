import type { TreeReader } from '../tree-reader.ts'
import type { Reach } from './reach.ts'

export interface TamperFinding {
  file: string
  line: number | null
  description: string
  fix: string
  evidence: string
  /** Harmless where the tests are seen to fail when they must, and the base's own tests to pass as they were. */
  unlessSound?: true
}

export interface PathChange {
  path: string
  change: 'added' | 'modified' | 'deleted' | 'type'
}

export interface Case {
  base: TreeReader
  head: TreeReader
  changes: PathChange[]
  plan: { setup: string[]; test: string | null; acceptance: string[] }
  /** What the test and acceptance commands lead to in the base. */
  reach: Reach
}

/** What one inspector saw. `paths`: whose base copy must be run as well. */
export interface Seen {
  findings: TamperFinding[]
  paths: string[]
}
