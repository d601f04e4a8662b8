import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { commitFiles } from './collect.ts'
import { gitLine, treeOf } from './git.ts'
import { resolveCommit } from './repository.ts'
import { snapshot } from './snapshot.ts'
import type { Vault } from './vault.ts'

/**
 * The user's own tree as it stands, committed or not, as a commit in the vault. Nothing of theirs is touched: not the
 * index, not a ref, not an object of their repository. The same files again give the same commit.
 */
export async function commitUserTree(vault: Vault, parent: string | null, label: string): Promise<string> {
  const { root } = vault.repo
  const onto = parent ?? (await headOf(vault))
  const index = await startingIndex(vault)
  const files = await snapshot(vault, { name: 'user', dir: root, index }, 'link')
  if ((await treeOf(vault.dir, onto)) === files.tree) return onto
  return commitFiles(vault, { start: onto, label, submodules: 'link', parent: onto, files })
}

async function headOf(vault: Vault): Promise<string> {
  const head = await resolveCommit(vault.repo, 'HEAD')
  if (head === null) throw new Error('the repository has no commit any more')
  return head
}

/** A copy of the user's own spares reading every file again. One in two parts cannot be copied alone. */
async function startingIndex(vault: Vault): Promise<string> {
  const { gitDir } = vault.repo
  const own = join(gitDir, 'index')
  if (existsSync(own) && !readdirSync(gitDir).some((name) => name.startsWith('sharedindex.'))) return own
  const index = join(vault.dir, 'user-index')
  rmSync(index, { force: true })
  await gitLine(vault.dir, ['read-tree', await headOf(vault)], { index })
  return index
}
