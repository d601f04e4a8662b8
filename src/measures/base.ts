import type { TreeReader } from '../verify/tree-reader.ts'

/** What a plan is held against: the commit that the run started from. Where it cannot be told, everything is there. */
export interface Base extends TreeReader {
  /** Of these names, those that occur in it as words. */
  holds(names: string[]): Promise<Set<string>>
  /** Of these packages, those that a manifest of it mentions. */
  dependsOn(packages: string[]): Promise<Set<string>>
}
