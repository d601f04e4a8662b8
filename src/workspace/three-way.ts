import { SUPERVISOR, writeCommit } from './commit-object.ts'
import { GitError, git, splitNul } from './git.ts'
import type { Vault } from './vault.ts'

export type ThreeWay = { ok: true; tree: string } | { ok: false; files: string[] }

/** Merges two commits over their own merge base. No working tree, no index, no branch. */
export async function mergeCommits(vault: Vault, ours: string, theirs: string): Promise<ThreeWay> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs]
  const result = await git(vault.dir, args)
  if (result.code !== 0 && result.code !== 1) throw new GitError(args, result)
  const [tree = '', ...files] = splitNul(result.stdout)
  return result.code === 0 ? { ok: true, tree } : { ok: false, files }
}

interface Trees {
  base: string
  ours: string
  theirs: string
}

/**
 * Applies what changed from `base` to `theirs` on `ours`: a cherry-pick, or backwards a revert. Commits are made up around the
 * three trees so that `base` is the merge base, because `merge-tree --merge-base` needs git 2.40.
 */
export async function mergeTrees(vault: Vault, { base, ours, theirs }: Trees): Promise<ThreeWay> {
  if (base === ours) return { ok: true, tree: theirs }
  if (base === theirs || ours === theirs) return { ok: true, tree: ours }
  const root = await stand(vault, base, [])
  return mergeCommits(vault, await stand(vault, ours, [root]), await stand(vault, theirs, [root]))
}

async function stand(vault: Vault, tree: string, parents: string[]): Promise<string> {
  const signature = { ...SUPERVISOR, at: 0 }
  return writeCommit(vault.dir, {
    tree,
    parents,
    author: signature,
    committer: signature,
    message: 'three-way\n',
  })
}
