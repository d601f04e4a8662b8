import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Repository, resolveCommit, showFile } from '../workspace/repository.ts'
import { EXIT, Problem } from './problem.ts'

export interface UsersFile {
  path: string
  text: string
  from: string
}

/** Which file a run was told by, for its log. */
export interface Source {
  path: string
  sha256: string
  from: string
}

/** Where the user's own files are read: the commit a run starts from, and the working copy for what is not in it. */
export interface UsersSide {
  repo: Repository
  at: string
  /** A commit of somebody else's, which the working copy may show: what only it has is not the user's. */
  notFrom?: string
}

/** The committed copy if there is one: a working copy may be half edited. Never a copy an agent could write. */
export async function usersFile(side: UsersSide, path: string): Promise<UsersFile | null> {
  const { repo, at } = side
  const commit = await resolveCommit(repo, at)
  const committed = commit ? await showFile(repo, commit, path) : null
  if (committed) return { path, text: committed.toString('utf8'), from: `commit ${commit}` }
  const working = join(repo.root, path)
  if (!existsSync(working) || !(await isUsersOwn(side, path))) return null
  if (!statSync(working).isFile())
    throw new Problem(
      EXIT.environment,
      `${working} is a folder, not a file`,
      'Move it away, or put the configuration there.',
    )
  return { path, text: readFileSync(working, 'utf8'), from: 'working copy' }
}

/** Whether what stands at a path of the working copy is the user's: not somebody else's file, nor reached by a link. */
export async function isUsersOwn({ repo, notFrom }: UsersSide, path: string): Promise<boolean> {
  if (notFrom === undefined) return true
  const isPlain = realpathSync(join(repo.root, path)) === join(realpathSync(repo.root), path)
  return isPlain && (await showFile(repo, notFrom, path)) === null
}

export function sourceOf({ path, text, from }: UsersFile): Source {
  return { path, sha256: createHash('sha256').update(text).digest('hex'), from }
}
