import { readCommit, SUPERVISOR, writeCommit } from './commit-object.ts'
import { gitBytes, gitLine } from './git.ts'
import { type IndexChange, indexInfo, writeBlob } from './objects.ts'
import { removeFolder } from './remove.ts'
import { withIndex } from './temporary-index.ts'
import type { Vault } from './vault.ts'
import { clone, treePlace } from './workspace.ts'

/** A tree for verification: a private clone with a detached HEAD, since tests may ask git things. */
export async function checkoutTree(vault: Vault, name: string, commit: string): Promise<string> {
  const dir = treePlace(vault, name)
  removeFolder(dir)
  await clone(vault, { dir, commit, branch: null })
  return dir
}

export interface OverlayChange {
  path: string
  /** Null removes the path, unless there is content. */
  oid: string | null
  mode?: string
  content?: Buffer
}

/** A commit on top of `base` with some paths replaced. No branch points at it. */
export async function commitOverlay(
  vault: Vault,
  base: string,
  changes: OverlayChange[],
  message: string,
): Promise<string> {
  const entries = await Promise.all(changes.map((change) => entryOf(vault, change)))
  const tree = await withIndex(vault, null, async (index) => {
    await gitBytes(vault.dir, ['read-tree', base], { index })
    const input = indexInfo(entries, base.length)
    await gitBytes(vault.dir, ['update-index', '--add', '--replace', '-z', '--index-info'], { index, input })
    return gitLine(vault.dir, ['write-tree'], { index })
  })
  const signature = { ...SUPERVISOR, at: (await readCommit(vault.dir, base)).committed }
  return writeCommit(vault.dir, {
    tree,
    parents: [base],
    author: signature,
    committer: signature,
    message: `${message}\n`,
  })
}

async function entryOf(vault: Vault, { path, oid, mode, content }: OverlayChange): Promise<IndexChange> {
  const id = content === undefined ? oid : await writeBlob(vault.dir, content)
  return { path, entry: id === null ? null : { mode: mode ?? '100644', oid: id } }
}
