import { isFolder } from '../store/files.ts'
import { fetchHistory, readHistory } from './agent-history.ts'
import { oneLine, readCommit, SUPERVISOR, writeCommit } from './commit-object.ts'
import { changedNames } from './diff.ts'
import { GitError, gitLine, isAncestor, treeOf } from './git.ts'
import { odditiesOf } from './oddities.ts'
import { type Snapshot, snapshot } from './snapshot.ts'
import type { Submodules } from './survey.ts'
import type { Vault } from './vault.ts'
import type { Workspace } from './workspace.ts'

export type Collected =
  | {
      ok: true
      head: string
      commits: number
      tookAlong: string[]
      historyRewritten: boolean
      embedded: string[]
      /** What no plain clone has, in words. */
      oddities?: string[]
      /** Files that git cannot store, and so are not in `head`. */
      unsaved: string[]
    }
  | { ok: false; problem: string }

/** Takes an agent's work over into the vault. Done again on the same files it gives the same commit. */
export async function collect(
  vault: Vault,
  workspace: Workspace,
  start: string,
  label: string,
): Promise<Collected> {
  if (!isFolder(workspace.dir)) return { ok: false, problem: 'the workspace is gone' }
  const history = readHistory(workspace)
  if (history.kind === 'broken') return { ok: false, problem: history.problem }
  try {
    const taken = await takeOver(vault, workspace, { start, label, submodules: 'link' })
    const { head, tookAlong, historyRewritten, files } = taken
    const commits = Number(await gitLine(vault.dir, ['rev-list', '--count', `${start}..${head}`]))
    const { embedded, unsaved } = files
    const oddities = odditiesOf(vault, workspace, embedded)
    return { ok: true, head, commits, tookAlong, historyRewritten, embedded, oddities, unsaved }
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    return { ok: false, problem: error.message }
  }
}

interface Wish {
  start: string
  label: string
  submodules: Submodules
}

interface Taken {
  head: string
  tookAlong: string[]
  historyRewritten: boolean
  files: Snapshot
}

export async function takeOver(vault: Vault, workspace: Workspace, wish: Wish): Promise<Taken> {
  const { start } = wish
  const agentHead = await ownHistory(vault, workspace, start)
  const files = await snapshot(vault, workspace, { start, head: agentHead, submodules: wish.submodules })
  const historyRewritten = agentHead === null || !(await isAncestor(vault.dir, start, agentHead))
  const parent = historyRewritten ? start : agentHead
  const tookAlong = await changedNames(vault, agentHead ?? start, files.tree)
  const same = (await treeOf(vault.dir, parent)) === files.tree
  const head = same ? parent : await commitFiles(vault, { ...wish, parent, files })
  return { head, tookAlong, historyRewritten, files }
}

/** The agent's HEAD once it is in the vault; null when there is none that may be followed. */
async function ownHistory(vault: Vault, workspace: Workspace, start: string): Promise<string | null> {
  const history = readHistory(workspace)
  if (history.kind !== 'commit') return null
  if (history.head === start) return start
  return (await fetchHistory(vault, workspace, history.head)) ? history.head : null
}

export async function commitFiles(
  vault: Vault,
  what: Wish & { parent: string; files: Snapshot },
): Promise<string> {
  const { parent, files, label } = what
  const { committed } = await readCommit(vault.dir, parent)
  // Dated by the files, not by the clock: collecting the same files again after a crash must give the same commit.
  const signature = { ...SUPERVISOR, at: Math.max(committed, Math.min(files.newest, Date.now() / 1000)) }
  return writeCommit(vault.dir, {
    tree: files.tree,
    parents: [parent],
    author: signature,
    committer: signature,
    message: `Take along uncommitted work of ${oneLine(label)}\n\nThe agent left it in its tree without committing it.\n`,
  })
}
