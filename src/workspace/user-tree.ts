import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { commitFiles } from './collect.ts'
import { type ChangedPath, changedFiles } from './diff.ts'
import { gitLine, treeOf } from './git.ts'
import { resolveCommit } from './repository.ts'
import { type Snapshot, storeFiles, withForced } from './snapshot.ts'
import { survey } from './survey.ts'
import { copyIndex, withIndex } from './temporary-index.ts'
import { stagedByForce } from './tracked-index.ts'
import type { Vault } from './vault.ts'

/**
 * The user's own tree as it stands, committed or not, as a commit in the vault. Nothing of theirs is touched: not the
 * index, not a ref, not an object of their repository. The same files again give the same commit.
 */
export async function commitUserTree(vault: Vault, parent: string | null, label: string): Promise<string> {
  const onto = parent ?? (await headOf(vault))
  const files = await snapshotOf(vault)
  if ((await knownTree(vault, onto)) === files.tree) return onto
  const head = await commitFiles(vault, { start: onto, label, submodules: 'link', parent: onto, files })
  remember(vault, 'commit', `${head} ${files.tree}`)
  return head
}

/** From here on it is not to change: what differs later is asked for with `changedSinceMark`. */
export function markUserTree(vault: Vault, commit: string): void {
  remember(vault, 'mark', commit)
}

export async function changedSinceMark(vault: Vault): Promise<ChangedPath[]> {
  const mark = recall(vault, 'mark')
  const now = mark && (await commitUserTree(vault, mark, 'mark'))
  return mark && now && now !== mark ? changedFiles(vault, mark, now) : []
}

/** What checks leave behind is no work of anybody's: from here on it is not looked at. */
export function leaveOut(vault: Vault, paths: string[]): void {
  const lines = paths.map((path) => `/${path.replaceAll(/[\\*?[\]!# ]/g, '\\$&')}\n`)
  appendFileSync(join(vault.dir, 'info', 'exclude'), `\n${lines.join('')}`)
  // What is kept of the last look has them already.
  for (const what of ['index', 'tree', 'commit']) rmSync(join(vault.dir, `user-${what}`), { force: true })
}

/** Somebody waits for each of these: what was seen the last time is kept, and only what differs from it is looked at. */
async function snapshotOf(vault: Vault): Promise<Snapshot> {
  const last = recall(vault, 'tree')
  const kept = join(vault.dir, 'user-index')
  const from = last !== null && existsSync(kept) ? kept : ownIndex(vault)
  return withIndex(vault, from, async (index) => {
    if (from === null) await gitLine(vault.dir, ['read-tree', await headOf(vault)], { index })
    const at = { gitDir: vault.dir, index, dir: vault.repo.root }
    const forced = from === kept ? await stagedByForce(vault, at, join(vault.repo.gitDir, 'index')) : []
    const found = withForced(await survey(at, 'link'), forced)
    const same = found.present.length + found.absent.length === 0
    if (same && from === kept) return { tree: last!, embedded: [], unsaved: [], newest: found.newest }
    const files = await storeFiles(at, found)
    copyIndex(index, `${kept}.new`)
    renameSync(`${kept}.new`, kept)
    remember(vault, 'tree', files.tree)
    return files
  })
}

/** A copy of the user's own spares reading every file again. One in two parts cannot be copied alone. */
function ownIndex({ repo }: Vault): string | null {
  const own = join(repo.gitDir, 'index')
  return existsSync(own) && !readdirSync(repo.gitDir).some((name) => name.startsWith('sharedindex.'))
    ? own
    : null
}

async function headOf(vault: Vault): Promise<string> {
  const head = await resolveCommit(vault.repo, 'HEAD')
  if (head === null) throw new Error('the repository has no commit any more')
  return head
}

async function knownTree(vault: Vault, commit: string): Promise<string> {
  const [known, tree] = (recall(vault, 'commit') ?? '').split(' ')
  return known === commit && tree ? tree : treeOf(vault.dir, commit)
}

function remember(vault: Vault, what: string, value: string): void {
  const path = join(vault.dir, `user-${what}`)
  writeFileSync(`${path}.new`, value)
  renameSync(`${path}.new`, path)
}

function recall(vault: Vault, what: string): string | null {
  const path = join(vault.dir, `user-${what}`)
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
