import type { Config } from '../config/schema.ts'
import type { VerifyPlan } from '../core/events.ts'
import { detectCommands } from '../verify/detect.ts'
import type { TreeReader } from '../verify/tree-reader.ts'
import { currentBranch, listTree, type Repository, resolveCommit, showFile } from '../workspace/repository.ts'
import { treeReader } from './perform/trees.ts'
import { EXIT, Problem } from './problem.ts'

export async function resolveTarget(
  repo: Repository,
  wanted: string | null,
): Promise<{ target: string; base: string }> {
  const target = wanted ?? (await currentBranch(repo))
  if (!target)
    throw new Problem(
      EXIT.usage,
      'No branch is checked out, so there is no target to land on',
      'Name one with --target <branch>.',
    )
  const base = await resolveCommit(repo, `refs/heads/${target}`)
  if (!base)
    throw new Problem(
      EXIT.usage,
      `There is no branch "${target}" to land on`,
      'Name an existing branch with --target.',
    )
  return { target, base }
}

export async function baseTree(repo: Repository, base: string): Promise<TreeReader> {
  const entries = await listTree(repo, base)
  return treeReader(entries, (path) => showFile(repo, base, path))
}

/** Commands come from the configuration and the base commit; an agent can edit neither. */
export async function verifyPlan(
  base: TreeReader,
  { config, checks }: { config: Config; checks: string[] },
): Promise<VerifyPlan> {
  const detected = await detectCommands(base)
  const { setup, test, acceptance, required_files, timeout_minutes } = config.verify
  return {
    setup: setup === 'auto' ? detected.setup : setup === null ? [] : [setup].flat(),
    test: test === 'auto' ? detected.test : test,
    acceptance: [...acceptance, ...checks],
    required_files,
    timeout_minutes,
    detected: test === 'auto' ? detected.why : 'from the configuration',
  }
}

export function canVerify({ test, acceptance, required_files: files }: VerifyPlan): boolean {
  return test !== null || acceptance.length > 0 || files.length > 0
}
