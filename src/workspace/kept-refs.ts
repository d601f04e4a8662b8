import { git, gitLine, isAncestor, splitNul } from './git.ts'
import { readRef } from './publish.ts'
import type { Repository } from './repository.ts'

/** What runs left in the user's repository: rescue refs and branches. */

export interface KeptRescue {
  run: string
  ref: string
  commit: string
  /** The commit's own date. Whoever wrote the commit chose it. */
  committed: string
}

const RESCUE = 'refs/wiggum/rescue/'

export async function allRescues(repo: Repository): Promise<KeptRescue[]> {
  const format = '--format=%(objectname) %(committerdate:iso-strict) %(refname)'
  const list = await gitLine(repo.gitDir, ['for-each-ref', format, RESCUE])
  return list.split('\n').flatMap((line) => {
    const [commit = '', committed = '', ref = ''] = line.split(' ')
    const run = ref.slice(RESCUE.length).split('/')[0]
    return run ? [{ run, ref, commit, committed }] : []
  })
}

/** What a rescue ref holds besides what is checked out. */
export async function rescuedFiles(repo: Repository, commit: string): Promise<string[]> {
  const base = await git(repo.gitDir, ['merge-base', 'HEAD', commit])
  if (base.code !== 0) return []
  const from = base.stdout.toString('utf8').trim()
  const changed = await git(repo.gitDir, ['diff', '--name-only', '--no-renames', '-z', from, commit])
  return changed.code === 0 ? splitNul(changed.stdout) : []
}

export interface KeptBranch {
  ref: string
  commit: string
  /** The target holds all of it. */
  merged: boolean
  /** Somebody has it checked out. */
  in_use: boolean
}

export async function keptBranch(
  repo: Repository,
  { branch, target, checkedOut }: { branch: string; target: string; checkedOut: Set<string> },
): Promise<KeptBranch | null> {
  const ref = `refs/heads/${branch}`
  const commit = await readRef(repo, ref)
  if (commit === null) return null
  const tip = await readRef(repo, `refs/heads/${target}`)
  const merged =
    tip !== null && ref !== `refs/heads/${target}` && (await isAncestor(repo.gitDir, commit, tip))
  return { ref, commit, merged, in_use: checkedOut.has(ref) }
}

/** In any worktree of the repository. */
export async function checkedOutRefs(repo: Repository): Promise<Set<string>> {
  const list = await git(repo.gitDir, ['worktree', 'list', '--porcelain', '-z'])
  const lines = splitNul(list.stdout)
  return new Set(lines.flatMap((line) => (line.startsWith('branch ') ? [line.slice('branch '.length)] : [])))
}

/** Only if it still is what was seen. `false`: it is another by now, or somebody holds it. */
export async function dropRef(repo: Repository, ref: string, commit: string): Promise<boolean> {
  const dropped = await git(repo.gitDir, ['update-ref', '-d', ref, commit])
  return dropped.code === 0 || (await readRef(repo, ref)) === null
}
