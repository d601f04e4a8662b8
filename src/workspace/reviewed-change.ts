import type { CaptureResult } from '../runtime/supervise.ts'
import { readCommit, SUPERVISOR, writeCommit } from './commit-object.ts'
import { GitError, git, gitBytes, gitLine, splitNul, treeOf } from './git.ts'
import { type IndexChange, indexInfo } from './objects.ts'
import { withIndex } from './temporary-index.ts'
import { commitUserTree } from './user-tree.ts'
import type { Vault } from './vault.ts'

/** A change that is in no commit of the user's, as one in the vault. Nothing of theirs is touched. */
export type MadeChange = { ok: true; commit: string } | { ok: false; problem: string }

const DIFF = ['-r', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color']

/** The index against the commit that it is based on. */
export async function commitStaged(vault: Vault, base: string): Promise<MadeChange> {
  // What is only announced (`git add -N`) is not staged.
  const how = ['--cached', '--raw', '-z', '--no-renames', '--ita-invisible-in-index']
  const listed = ['diff-index', ...how, '--ignore-submodules=dirty', base]
  // Names keep their bytes.
  const parts = splitNul(await gitBytes(vault.repo.gitDir, listed), 'latin1')
  const changes: IndexChange[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , oid = '', status = ''] = (parts[at] ?? '').split(' ')
    const path = parts[at + 1] ?? ''
    if (status.startsWith('U')) return { ok: false, problem: `${path} has a conflict that is not resolved` }
    changes.push({ path, entry: mode === '000000' ? null : { mode, oid } })
  }
  const tree = await withIndex(vault, null, async (index) => {
    await gitLine(vault.dir, ['read-tree', base], { index })
    const input = indexInfo(changes, base.length, 'latin1')
    await gitBytes(vault.dir, ['update-index', '--add', '--replace', '-z', '--index-info'], { index, input })
    return gitLine(vault.dir, ['write-tree'], { index })
  })
  return commitTree(vault, base, tree)
}

/** The user's files as they stand, with those that git does not know yet and does not ignore. */
export async function commitWorking(vault: Vault, base: string): Promise<MadeChange> {
  const seen = await commitUserTree(vault, base, 'what stands in the working tree')
  return commitTree(vault, base, await treeOf(vault.dir, seen))
}

/** Applied to the files of a commit, in an index of its own. */
export async function commitPatched(vault: Vault, base: string, patch: Buffer): Promise<MadeChange> {
  const usual = await applied(vault, base, { patch, strip: 1 })
  if (usual.ok) return usual
  // With `diff.noprefix` there is nothing before a name that could be taken away.
  const bare = await applied(vault, base, { patch, strip: 0 })
  return bare.ok ? bare : usual
}

async function applied(
  vault: Vault,
  base: string,
  { patch, strip }: { patch: Buffer; strip: number },
): Promise<MadeChange> {
  return withIndex(vault, null, async (index) => {
    await gitLine(vault.dir, ['read-tree', base], { index })
    const args = ['apply', '--cached', '--whitespace=nowarn', `-p${strip}`, '-']
    const result = await git(vault.dir, args, { index, input: patch })
    if (result.code === null) throw new GitError(args, result)
    if (result.code !== 0) return { ok: false, problem: firstProblem(result) }
    return commitTree(vault, base, await gitLine(vault.dir, ['write-tree'], { index }))
  })
}

/** Enough to make the commit again, wherever its base is. */
export async function wholePatch(vault: Vault, base: string, head: string): Promise<Buffer> {
  return gitBytes(vault.dir, ['diff-tree', ...DIFF, '-p', '--binary', '--full-index', base, head])
}

/** The same change on the same base is the same commit, whenever and however often it is made. */
async function commitTree(vault: Vault, base: string, tree: string): Promise<MadeChange> {
  if ((await treeOf(vault.dir, base)) === tree) return { ok: true, commit: base }
  const signature = { ...SUPERVISOR, at: (await readCommit(vault.dir, base)).committed }
  const draft = { tree, parents: [base], author: signature, committer: signature }
  return { ok: true, commit: await writeCommit(vault.dir, { ...draft, message: 'A change under review\n' }) }
}

function firstProblem({ stderr }: CaptureResult): string {
  const line = stderr.split('\n').find((each) => each.startsWith('error: ')) ?? stderr.trim()
  return line.replace(/^error: /, '')
}
