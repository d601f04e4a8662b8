import { inspectConfig } from './tampering/config.ts'
import type { Case, PathChange, TamperFinding } from './tampering/finding.ts'
import { inspectLockfile } from './tampering/lockfile.ts'
import { inspectManifests } from './tampering/manifest.ts'
import { reachOf } from './tampering/reach.ts'
import { inspectRunnerFiles } from './tampering/runner-files.ts'
import { inspectTests } from './tampering/tests.ts'
import type { TreeReader } from './tree-reader.ts'

export type { TamperFinding } from './tampering/finding.ts'

export interface Inspection {
  findings: TamperFinding[]
  /** Paths whose base copy must be run as well: existing tests and configuration that changed or vanished, and new
   * configuration that has to go. */
  protectedChanged: string[]
}

/**
 * Does a change touch what would prove it? Judged from the two trees alone, by structure and by counting, never by
 * what anyone says about it. It sees the ways in which proofs are usually bent, not every way there is; that is why
 * the base's own copies are run too.
 */
export async function inspectTampering(
  base: TreeReader,
  head: TreeReader,
  changes: PathChange[],
  plan: Case['plan'],
): Promise<Inspection> {
  const commands = plan.test === null ? plan.acceptance : [plan.test, ...plan.acceptance]
  const inspected: Case = { base, head, changes, plan, reach: await reachOf(base, commands) }
  const seen = [
    await inspectManifests(inspected),
    await inspectLockfile(inspected),
    await inspectConfig(inspected),
    await inspectRunnerFiles(inspected),
    await inspectTests(inspected),
  ]
  return {
    findings: seen.flatMap(({ findings }) => findings),
    protectedChanged: [...new Set(seen.flatMap(({ paths }) => paths))].sort(),
  }
}
