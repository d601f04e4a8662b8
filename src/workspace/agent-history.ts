import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { git, isObjectId } from './git.ts'
import { writeGitDirectory } from './git-directory.ts'
import { removeFolder } from './remove.ts'
import type { Vault } from './vault.ts'
import type { Workspace } from './workspace.ts'

/** What an agent's `.git` says, read as plain files: git itself never opens it, so nothing in it can run. */
type AgentHistory =
  | { kind: 'commit'; head: string }
  | { kind: 'unborn' }
  /** `.git` is a file or a link to somewhere else. */
  | { kind: 'foreign' }
  | { kind: 'broken'; problem: string }

const MAX_REF_BYTES = 16 * 1024 * 1024

export function readHistory(workspace: Workspace): AgentHistory {
  const gitDir = join(workspace.dir, '.git')
  const kind = kindOf(gitDir)
  if (kind === null) return { kind: 'broken', problem: 'its .git folder is gone' }
  if (kind !== 'folder' || kindOf(join(gitDir, 'objects')) !== 'folder') return { kind: 'foreign' }
  const head = readSmall(join(gitDir, 'HEAD'))?.trim()
  if (head === undefined) return { kind: 'broken', problem: 'its .git folder has no HEAD' }
  if (isObjectId(head)) return { kind: 'commit', head }
  const ref = /^ref: (refs\/.+)$/.exec(head)?.[1]
  if (ref === undefined || ref.includes('..')) return { kind: 'broken', problem: 'its HEAD is damaged' }
  const tip = readRef(gitDir, ref)
  return tip === null ? { kind: 'unborn' } : { kind: 'commit', head: tip }
}

/** Tips other than HEAD that may hold work: branches and the newest stash. */
export function otherTips(workspace: Workspace): string[] {
  const gitDir = join(workspace.dir, '.git')
  if (kindOf(gitDir) !== 'folder') return []
  const loose = ['refs/stash', ...looseBranches(gitDir)].map((ref) => readRef(gitDir, ref))
  const packed = [...packedRefs(gitDir)].filter(
    ([ref]) => ref.startsWith('refs/heads/') || ref === 'refs/stash',
  )
  return [...new Set([...loose, ...packed.map(([, id]) => id)])].filter((id) => id !== null)
}

/**
 * Takes a commit and its history over into the vault, checked object by object. It is fetched from a repository of ours that
 * borrows the agent's objects, so that the agent's own configuration is not even read.
 */
export async function fetchHistory(vault: Vault, workspace: Workspace, commit: string): Promise<boolean> {
  return oneByOne(workspace.dir, () => fetchThrough(vault, workspace, commit))
}

/** A checkpoint may look at a workspace while its work is taken over: both use the same place beside it. */
const busy = new Map<string, Promise<unknown>>()

async function oneByOne<T>(place: string, work: () => Promise<T>): Promise<T> {
  const turn = (busy.get(place) ?? Promise.resolve()).then(work, work)
  busy.set(place, turn)
  try {
    return await turn
  } finally {
    if (busy.get(place) === turn) busy.delete(place)
  }
}

async function fetchThrough(vault: Vault, workspace: Workspace, commit: string): Promise<boolean> {
  const dir = `${workspace.dir}.in`
  removeFolder(dir)
  writeGitDirectory(dir, {
    bare: true,
    format: commit.length === 64 ? 'sha256' : 'sha1',
    settings: [],
    objects: join(workspace.dir, '.git', 'objects'),
    head: commit,
    exclude: '',
    shallow: join(vault.dir, 'shallow'),
  })
  try {
    return await fetchChecked(vault.dir, dir, `+HEAD:refs/wiggum/in/${workspace.name}`)
  } finally {
    removeFolder(dir)
  }
}

async function fetchChecked(into: string, from: string, refspec: string): Promise<boolean> {
  const checks = ['-c', 'transfer.fsckObjects=true', '-c', 'fetch.fsckObjects=true']
  const result = await git(into, [...checks, ...FETCH, from, refspec])
  return result.code === 0
}

export const FETCH = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-prune',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
  '--end-of-options',
]

function looseBranches(gitDir: string): string[] {
  const folder = join(gitDir, 'refs', 'heads')
  if (kindOf(folder) !== 'folder') return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.map((name) => `refs/heads/${name}`)
}

function readRef(gitDir: string, ref: string): string | null {
  const loose = readSmall(join(gitDir, ref))?.trim()
  if (loose !== undefined) return isObjectId(loose) ? loose : null
  return packedRefs(gitDir).get(ref) ?? null
}

function packedRefs(gitDir: string): Map<string, string> {
  const lines = (readSmall(join(gitDir, 'packed-refs')) ?? '').split('\n')
  const pairs = lines.map((line) => /^([0-9a-f]{40,64}) (refs\/.+)$/.exec(line))
  return new Map(pairs.flatMap((pair) => (pair ? [[pair[2] ?? '', pair[1] ?? '']] : [])))
}

function readSmall(path: string): string | undefined {
  try {
    const found = lstatSync(path)
    return found.isFile() && found.size <= MAX_REF_BYTES ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

function kindOf(path: string): 'folder' | 'other' | null {
  try {
    return lstatSync(path).isDirectory() ? 'folder' : 'other'
  } catch {
    return null
  }
}
