import { statSync } from 'node:fs'
import { exactTree, SIZE_CAP } from '../../workspace/exact-tree.ts'
import { git, withinTime } from '../../workspace/git.ts'
import { type KeptRepository, keepRepository, keptRepositories } from '../../workspace/kept-repository.ts'
import { keepState } from '../../workspace/kept-state.ts'
import { type Repository, resolveCommit } from '../../workspace/repository.ts'
import type { Rescued } from '../../workspace/rescue.ts'
import { openExactVault, type Vault } from '../../workspace/vault.ts'
import { workFolder } from '../../workspace/work-folder.ts'
import { tipsOf } from './commits.ts'
import { isMadeAgain, type LooseFile, looseFiles } from './folder.ts'
import { type Ground, workOf } from './ground.ts'
import { type Protection, readProtection, saveProtection } from './protection.ts'

/** A host waits for its hook, and a person for both. */
const PATIENCE_MS = 12_000

export interface Kept extends Rescued {
  leftOut: string[]
}

/** Everything in the folder but ignored files, on a rescue ref. `null`: it took too long, or the disk is full. */
export async function keepFolder(ground: Ground, why: string): Promise<Kept | null> {
  const { repo, run } = ground
  try {
    return await withinTime(PATIENCE_MS, async () => {
      const vault: Vault = await openExactVault(repo, run, workOf(ground))
      const files = await exactTree(vault, SIZE_CAP)
      return { ...(await keepState(vault, files, why)), leftOut: files.leftOut }
    })
  } catch {
    // Whoever asked decides what may happen without it.
    return null
  }
}

/** Before the repository itself goes: its folder, in our home. */
export function keepGit({ repo, run, env }: Ground, kept: Rescued, linked: boolean): KeptRepository | null {
  try {
    const about = { gitDir: repo.gitDir, root: repo.root, run, ref: kept.ref, commit: kept.commit }
    return keepRepository(keptFolder(repo, env), about, linked)
  } catch {
    return null
  }
}

/**
 * Before files go that nobody can name: the repository may be among them. It costs next to nothing, since objects are linked
 * and what was kept already is not kept again; where it would cost a copy it is left out.
 */
export function keepGitInCase({ repo, run, env }: Ground, kept: Rescued): void {
  const folder = keptFolder(repo, env)
  const isKept = keptRepositories(folder).some((each) => each.run === run && each.commit === kept.commit)
  if (!isKept && isOnOneDisk(repo.gitDir, workOf({ repo, run, env }))) keepGit({ repo, run, env }, kept, true)
}

function isOnOneDisk(one: string, other: string): boolean {
  try {
    return statSync(one).dev === statSync(other).dev
  } catch {
    return false
  }
}

/** Found again by the repository's path alone, when that is all that is left of it. */
export function keptFolder(repo: Pick<Repository, 'commonDir'>, env: Ground['env']): string {
  return workFolder(repo, 'kept', env)
}

/** The loop begins: what stands in the folder is the user's. Kept only where some of it is in no commit. */
export async function beginProtection(ground: Ground): Promise<Kept | null> {
  const { repo } = ground
  const work = workOf(ground)
  if (readProtection(work) !== null) return null
  const loose = await withinTime(PATIENCE_MS, () => looseFiles(repo, false)).catch(() => null)
  const theirs = [...(loose ?? []), ...(await ignoredNow(repo))]
  const protection: Protection = {
    started: Date.now(),
    tips: await tipsOf(repo),
    head: await resolveCommit(repo, 'HEAD'),
    theirs: Object.fromEntries(theirs.map(({ path }) => [path, null])),
    asked: null,
  }
  saveProtection(work, protection)
  if (loose !== null && loose.length === 0) return null
  const kept = await keepFolder(ground, 'the loop began')
  if (kept) saveProtection(work, { ...protection, theirs: await contentsOf(repo, kept, protection) })
  return kept
}

/** A folder with more is one of data: there only the time at which a file was written tells whose it is. */
const MAX_IGNORED = 5_000
const IGNORED_MS = 4_000

async function ignoredNow(repo: Repository): Promise<LooseFile[]> {
  const all = await withinTime(IGNORED_MS, () => looseFiles(repo, true)).catch(() => null)
  return (all ?? [])
    .filter(({ kind, path }) => kind === 'ignored' && !isMadeAgain(path))
    .slice(0, MAX_IGNORED)
}

/** What each of the user's files held, by git's name for it. */
async function contentsOf(
  { gitDir }: Repository,
  { commit }: Kept,
  { theirs }: Protection,
): Promise<Protection['theirs']> {
  const paths = Object.keys(theirs)
  const input = paths.map((path) => `${commit}:${path}\n`).join('')
  const answer = await git(gitDir, ['cat-file', '--batch-check'], { input })
  const lines = answer.stdout.toString('utf8').split('\n')
  return Object.fromEntries(
    paths.map((path, at) => [path, / blob /.test(lines[at] ?? '') ? lines[at]!.split(' ')[0]! : null]),
  )
}
