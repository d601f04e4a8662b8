import { isFolder } from '../store/files.ts'
import { fetchHistory, otherTips } from './agent-history.ts'
import { takeOver } from './collect.ts'
import { readCommit, SUPERVISOR, writeCommit } from './commit-object.ts'
import { changedNames } from './diff.ts'
import { git, gitLine, isAncestor } from './git.ts'
import { holdBack } from './hold-back.ts'
import { bringObjects, moveRef } from './publish.ts'
import { ignoredFiles } from './snapshot.ts'
import type { Vault } from './vault.ts'
import type { Workspace } from './workspace.ts'

export interface Rescued {
  ref: string
  commit: string
  /** The run's own repository, where it stays until somebody lets it go. */
  held_in?: string
}

/** Puts a commit on the next free rescue ref of the run, unless the latest one holds all of it already. */
export async function rescueCommit(vault: Vault, commit: string): Promise<Rescued> {
  if (vault.mayLeave && !(await vault.mayLeave(commit))) return holdBack(vault, commit)
  const saved = await bringObjects(vault, commit)
  if (!saved)
    throw new Error(`${commit} could not be copied to ${vault.repo.root}; it is still in ${vault.dir}`)
  const { tree, parents } = await readCommit(vault.dir, commit)
  for (;;) {
    const latest = (await rescues(vault)).at(-1)
    // The same files are enough, unless the commit ties in what is nowhere else.
    if (latest?.tree === tree && (parents.length < 2 || (await leadsTo(vault, latest.commit, commit))))
      return { ref: latest.ref, commit: latest.commit }
    const ref = `refs/wiggum/rescue/${vault.run}/${(latest?.number ?? 0) + 1}`
    const moved = await moveRef(vault.repo, { ref, to: commit, from: null, why: `rescue ${vault.run}` })
    if (moved === 'done') return { ref, commit }
    if (moved === 'locked') throw new Error(`another git holds ${ref}; the work is still in ${vault.dir}`)
  }
}

function leadsTo(vault: Vault, from: string, commit: string): Promise<boolean> {
  return isAncestor(vault.repo.gitDir, commit, from)
}

/** Every rescue ref of the run, oldest first. */
export async function listRescues(vault: Vault): Promise<Rescued[]> {
  return (await rescues(vault)).map(({ ref, commit }) => ({ ref, commit }))
}

/** Saves everything in a workspace that git does not ignore. Null when it all is on a ref of the user's already. */
export async function rescueWorkspace(
  vault: Vault,
  workspace: Workspace,
  start: string,
): Promise<(Rescued & { files: number; unsaved: string[] }) | null> {
  if (!isFolder(workspace.dir)) return null
  const taken = await takeOver(vault, workspace, { start, label: workspace.name, submodules: 'files' })
  const aside = await leftAside(vault, workspace, taken.head)
  if (aside.length === 0 && (await isOnARef(vault, taken.head))) return null
  const commit = aside.length === 0 ? taken.head : await tieTogether(vault, taken.head, aside)
  const rescued = await rescueCommit(vault, commit)
  const files = (await changedNames(vault, start, rescued.commit)).length
  const unsaved = [...taken.files.unsaved, ...(await ignoredFiles(vault, workspace))]
  return { ...rescued, files, unsaved }
}

/** Commits on other branches and in the stash of the workspace that its HEAD does not lead to. */
async function leftAside(vault: Vault, workspace: Workspace, head: string): Promise<string[]> {
  const aside: string[] = []
  for (const tip of otherTips(workspace)) {
    if (!(await fetchHistory(vault, workspace, tip))) continue
    if (!(await isAncestor(vault.dir, tip, head)) && !(await isOnARef(vault, tip))) aside.push(tip)
  }
  return aside
}

async function tieTogether(vault: Vault, head: string, aside: string[]): Promise<string> {
  const { tree, committed } = await readCommit(vault.dir, head)
  const signature = { ...SUPERVISOR, at: committed }
  return writeCommit(vault.dir, {
    tree,
    parents: [head, ...aside],
    author: signature,
    committer: signature,
    message: 'Keep what the agent left on other branches and in its stash\n',
  })
}

async function isOnARef(vault: Vault, commit: string): Promise<boolean> {
  const args = ['for-each-ref', '--count=1', `--contains=${commit}`, 'refs/heads', 'refs/wiggum']
  const result = await git(vault.repo.gitDir, args)
  return result.code === 0 && result.stdout.length > 0
}

async function rescues(
  vault: Vault,
): Promise<{ ref: string; number: number; commit: string; tree: string }[]> {
  const prefix = `refs/wiggum/rescue/${vault.run}/`
  const list = await gitLine(vault.repo.gitDir, [
    'for-each-ref',
    '--format=%(objectname) %(tree) %(refname)',
    prefix,
  ])
  return list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [commit = '', tree = '', ref = ''] = line.split(' ')
      return { ref, number: Number(ref.slice(prefix.length)), commit, tree }
    })
    .filter(({ number }) => Number.isInteger(number))
    .sort((one, other) => one.number - other.number)
}
