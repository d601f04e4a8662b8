import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isFolder } from '../store/files.ts'
import { git, gitBytes, gitLine } from './git.ts'
import { FILE_SETTINGS, readSettings, writeGitDirectory } from './git-directory.ts'
import { kept } from './kept-answers.ts'
import { removeFolder } from './remove.ts'
import { copyIndex } from './temporary-index.ts'
import type { Vault } from './vault.ts'

/** A private clone for one agent. It borrows the vault's objects and knows no remote. */
export interface Workspace {
  name: string
  dir: string
  /** The index as it was when the agent got the tree, kept where the agent cannot write. */
  index: string
}

/** Makes it fresh; one of the same name is removed first, so the caller saves what is in it before. */
export async function createWorkspace(
  vault: Vault,
  name: string,
  commit: string,
  branch: string,
): Promise<Workspace> {
  const workspace = placeOf(vault, name)
  await removeWorkspace(vault, name)
  await clone(vault, { dir: workspace.dir, commit, branch })
  // Written last and by rename: a workspace without it was never handed to an agent.
  const draft = `${workspace.index}.draft`
  copyIndex(join(workspace.dir, '.git', 'index'), draft)
  renameSync(draft, workspace.index)
  return workspace
}

export function existingWorkspace(vault: Vault, name: string): Workspace | null {
  const workspace = placeOf(vault, name)
  return existsSync(workspace.index) && isFolder(workspace.dir) ? workspace : null
}

/** What a git that was killed leaves behind, and what would stop every git after it. Nobody is at work there any more. */
export function unlockWorkspace({ dir }: Workspace): void {
  const git = join(dir, '.git')
  // Only in a folder of its own: behind a link there is somebody else's lock.
  if (lstatSync(git, { throwIfNoEntry: false })?.isDirectory())
    rmSync(join(git, 'index.lock'), { force: true })
}

/** Removes the workspace, and the tree for verification, of that name. */
export async function removeWorkspace(vault: Vault, name: string): Promise<void> {
  const { dir, index } = placeOf(vault, name)
  rmSync(index, { force: true })
  removeFolder(dir)
  removeFolder(`${dir}.in`)
  removeFolder(treePlace(vault, name))
}

/** A clone made by hand: files are written by the vault's git, so nothing of the user's or an agent's settings counts. */
export async function clone(
  vault: Vault,
  { dir, commit, branch }: { dir: string; commit: string; branch: string | null },
): Promise<void> {
  const gitDir = join(dir, '.git')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const { name, email } = vault.repo.identity
  const format = commit.length === 64 ? 'sha256' : 'sha1'
  writeGitDirectory(gitDir, {
    bare: false,
    format,
    settings: [
      ...readSettings((await kept(vault, 'settings', () => git(vault.dir, FILE_SETTINGS))).stdout),
      ['user.name', name],
      ['user.email', email],
      // An agent cannot type the user's passphrase.
      ['commit.gpgsign', 'false'],
      ['tag.gpgsign', 'false'],
    ],
    objects: join(vault.dir, 'objects'),
    head: branch === null ? commit : `ref: refs/heads/${branch}`,
    exclude: readFileSync(join(vault.dir, 'info', 'exclude'), 'utf8'),
    shallow: join(vault.dir, 'shallow'),
  })
  if (branch !== null)
    await gitBytes(gitDir, ['update-ref', '--no-deref', `refs/heads/${branch}`, commit, ''])
  const index = join(gitDir, 'index')
  await gitLine(vault.dir, ['read-tree', '--reset', '-u', commit], { index, workTree: dir })
}

export function treePlace(vault: Vault, name: string): string {
  return join(vault.work, 'trees', checked(name))
}

function placeOf(vault: Vault, name: string): Workspace {
  const dir = join(vault.work, checked(name))
  return { name, dir, index: `${dir}.index` }
}

function checked(name: string): string {
  const plain = /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) && !/\.(?:git|in|index|draft)$/.test(name)
  if (!plain || name === 'trees') throw new Error(`"${name}" cannot be a workspace's name`)
  return name
}

export { collect } from './collect.ts'
export { removeTrees, removeWork } from './remove.ts'
