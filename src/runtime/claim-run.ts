import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config/schema.ts'
import { cannotWrite, errorCode } from '../store/environment-error.ts'
import type { Journal } from '../store/journal.ts'
import { claimRunId } from '../store/run-id.ts'
import { type Repository, refNames } from '../workspace/repository.ts'
import { workFolder } from '../workspace/work-folder.ts'
import type { Environment } from './open-context.ts'
import type { Project } from './project.ts'

/** A name of its own for a new run, and the empty log that goes with it. */
export async function claimRun(
  { repo, layout, config }: Project,
  task: string,
  env: Environment,
): Promise<{ runId: string; journal: Journal }> {
  const free = await freeIn(repo, config, env)
  // Asked before a folder is made for a name that has long been given: a run without a branch left none.
  const isFree = (runId: string) => !existsSync(layout.log(runId)) && free(runId)
  return claimRunId(layout, { task, day: localDay() }, isFree)
}

/** Two worktrees have a `.wiggum` each, but one set of branches; making the run's folder is their claim. */
async function freeIn(
  repo: Repository,
  config: Config,
  env: Environment,
): Promise<(runId: string) => boolean> {
  const taken = new Set(
    await refNames(repo, [`refs/heads/${config.git.branch_prefix}`, 'refs/wiggum/rescue/']),
  )
  const used = (runId: string) =>
    taken.has(`refs/heads/${config.git.branch_prefix}${runId}`) || taken.has(`refs/wiggum/rescue/${runId}/1`)
  return (runId) => !used(runId) && makeFolder(workFolder(repo, runId, env))
}

function makeFolder(path: string): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST' && existsSync(path)) return false
    throw cannotWrite(path, cause)
  }
}

function localDay(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
