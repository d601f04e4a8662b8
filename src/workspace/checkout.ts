import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedEntries, changedNames } from './diff.ts'
import { filesInTheWay } from './files-in-the-way.ts'
import { gitAsUser, gitBytes, splitNul } from './git.ts'
import { lockReleased } from './locks.ts'
import type { Repository } from './repository.ts'
import type { Vault } from './vault.ts'

/** One place where the user has a branch checked out. */
export interface Checkout {
  path: string
  gitDir: string
}

export type Hindrance = { reason: 'dirty' | 'busy'; detail: string }

export interface Step {
  previous: string
  commit: string
}

const IN_PROGRESS: [string, string][] = [
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
]

export async function checkoutsOf(repo: Repository, ref: string): Promise<Checkout[]> {
  const list = await gitBytes(repo.gitDir, ['worktree', 'list', '--porcelain', '-z'])
  const records = list.toString('utf8').split('\0\0')
  const paths = records.flatMap((record, at) => {
    const fields = record.split('\0')
    if (!fields.includes(`branch ${ref}`)) return []
    const path = fields.find((field) => field.startsWith('worktree '))?.slice('worktree '.length) ?? ''
    // Of a submodule git names the folder of its repository in the first record, not the checkout.
    return [at === 0 && repo.gitDir === repo.commonDir ? repo.root : path]
  })
  const found = await Promise.all(paths.filter((path) => existsSync(path)).map(checkoutAt))
  return found.filter((checkout) => checkout !== null)
}

async function checkoutAt(path: string): Promise<Checkout | null> {
  const result = await gitAsUser(path, ['rev-parse', '--absolute-git-dir'])
  return result.code === 0 ? { path, gitDir: result.stdout.toString('utf8').replace(/\n$/, '') } : null
}

/** A rebase detaches HEAD, and moves the branch at its end: such a branch is in use though nobody has it checked out. */
export function isBeingRebased(repo: Repository, ref: string): boolean {
  const linked = join(repo.commonDir, 'worktrees')
  const names = existsSync(linked) ? readdirSync(linked) : []
  return [repo.commonDir, ...names.map((name) => join(linked, name))].some((gitDir) =>
    ['rebase-merge', 'rebase-apply'].some((kind) => readLine(join(gitDir, kind, 'head-name')) === ref),
  )
}

/** What speaks against moving the files of a checkout. Looks only; not even the index is refreshed. */
export async function hindranceOf(checkout: Checkout, ours: boolean): Promise<Hindrance | null> {
  const { path, gitDir } = checkout
  const busy = IN_PROGRESS.find(([name]) => existsSync(join(gitDir, name)))
  if (busy) return { reason: 'busy', detail: `${path} is in the middle of ${busy[1]}` }
  const lock = join(gitDir, 'index.lock')
  if (!(await lockReleased(lock, { ours, places: [path, gitDir] }))) {
    return { reason: 'busy', detail: `another git is at work in ${path} (${lock})` }
  }
  const args = [
    'status',
    '--porcelain',
    '-z',
    '--untracked-files=no',
    '--no-renames',
    '--ignore-submodules=dirty',
  ]
  const status = await gitAsUser(path, args)
  if (status.code !== 0) return { reason: 'busy', detail: status.stderr.trim() }
  const names = splitNul(status.stdout).map((line) => line.slice(3))
  return names.length === 0 ? null : { reason: 'dirty', detail: `${path} has changes: ${some(names)}` }
}

/** What speaks against this very change: files in the way, or a filter of the user's that it could bring to bear. */
export async function conflictWith(vault: Vault, checkout: Checkout, step: Step): Promise<Hindrance | null> {
  const filters = await ownFilters(checkout)
  const names = filters.length > 0 ? await changedNames(vault, step.previous, step.commit) : []
  const attributes = names.find((name) => name.toLowerCase().split('/').at(-1) === '.gitattributes')
  if (attributes !== undefined) {
    const detail = `the change edits ${attributes}, and your git runs programs on files (${filters.join(', ')})`
    return { reason: 'dirty', detail }
  }
  const obstacles = filesInTheWay(checkout.path, await changedEntries(vault, step.previous, step.commit))
  if (obstacles.length > 0) {
    return { reason: 'dirty', detail: `${checkout.path} has files in the way: ${some(obstacles)}` }
  }
  await gitAsUser(checkout.path, ['update-index', '-q', '--refresh'])
  const rehearsal = await gitAsUser(checkout.path, [
    'read-tree',
    '-n',
    '-m',
    '-u',
    step.previous,
    step.commit,
  ])
  return rehearsal.code === 0 ? null : { reason: 'dirty', detail: rehearsal.stderr.trim() }
}

/** Brings a clean checkout from `previous` to `commit`. Git itself refuses to overwrite anything else. */
export async function advance(checkout: Checkout, { previous, commit }: Step): Promise<boolean> {
  const result = await gitAsUser(checkout.path, ['read-tree', '-m', '-u', previous, commit])
  return result.code === 0
}

async function ownFilters(checkout: Checkout): Promise<string[]> {
  const pattern = '^filter\\..*\\.(clean|smudge|process)$'
  const result = await gitAsUser(checkout.path, ['config', '-z', '--name-only', '--get-regexp', pattern])
  const names = splitNul(result.stdout).map((key) => key.slice(0, key.lastIndexOf('.')))
  return [...new Set(names)].filter((name) => name !== 'filter.lfs')
}

function some(names: string[]): string {
  const rest = names.length - 5
  return names.slice(0, 5).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

function readLine(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trimEnd()
  } catch {
    return null
  }
}
