import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cannotWrite } from '../store/environment-error.ts'
import { git, gitAsUser, gitLine } from './git.ts'
import { FILE_SETTINGS, moveIntoPlace, readSettings, writeGitDirectory } from './git-directory.ts'
import { kept } from './kept-answers.ts'
import { clearStaleLocks } from './locks.ts'
import { readBlob, readBlobs, readTree, type TreeEntry } from './objects.ts'
import type { Repository } from './repository.ts'
import { usersSettings } from './users-settings.ts'

/** One bare repository a run, ours alone, in which everything is computed. It borrows the user's objects and has none of their settings. */
export interface Vault {
  dir: string
  repo: Repository
  work: string
  run: string
  /** Whether the user's repository may have a commit. Absent: any. */
  mayLeave?: (commit: string) => Promise<boolean>
}

/** Created on first use; half made ones never show, because it is moved into place when it is complete. */
export function openVault(repo: Repository, run: string, work: string): Promise<Vault> {
  return open({ dir: join(work, 'vault.git'), repo, work, run })
}

/** One that takes files as they are on disk, byte for byte: no line ending is changed, and no filter runs. */
export function openExactVault(repo: Repository, run: string, work: string): Promise<Vault> {
  return open(
    { dir: join(work, 'exact.git'), repo, work, run },
    '* -text -filter -ident -working-tree-encoding\n',
  )
}

async function open(vault: Vault, attributes = ''): Promise<Vault> {
  if (existsSync(vault.dir)) {
    pointAtObjects(vault)
    clearStaleLocks(vault.dir)
  } else {
    await createVault(vault, attributes)
  }
  return vault
}

export async function vaultFile(vault: Vault, commit: string, path: string): Promise<Buffer | null> {
  return readBlob(vault.dir, commit, path)
}

export async function vaultBlobs(
  vault: Vault,
  oids: string[],
  maxBytes: number,
): Promise<Map<string, Buffer>> {
  return readBlobs(vault.dir, oids, maxBytes)
}

/** A commit never changes, so it is listed once: the base, and the heads that several rules look at one after the other. */
export function vaultTree(vault: Vault, commit: string): Promise<readonly TreeEntry[]> {
  return kept(vault, `tree ${commit}`, () => readTree(vault.dir, commit))
}

export async function vaultHas(vault: Vault, commit: string): Promise<boolean> {
  return (await git(vault.dir, ['cat-file', '-e', `${commit}^{commit}`])).code === 0
}

export async function countCommits(vault: Vault, from: string, to: string): Promise<number> {
  return Number(await gitLine(vault.dir, ['rev-list', '--count', `${from}..${to}`]))
}

async function createVault(vault: Vault, attributes: string): Promise<void> {
  const { repo, work, dir } = vault
  try {
    mkdirSync(work, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw cannotWrite(work, cause)
  }
  const draft = join(work, `vault.${randomUUID()}.draft`)
  const settings = readSettings((await gitAsUser(repo.root, FILE_SETTINGS)).stdout)
  writeGitDirectory(draft, {
    bare: true,
    format:
      (await gitLine(repo.gitDir, ['rev-parse', '--show-object-format'])) === 'sha256' ? 'sha256' : 'sha1',
    settings: attributes === '' ? settings : settings.filter(([key]) => !/autocrlf|eol/.test(key)),
    attributes,
    objects: repo.objects,
    head: 'ref: refs/heads/none',
    // Without these a `node_modules` that the user ignores by their own settings would be taken for work.
    exclude: await usersSettings(repo, 'excludes'),
    shallow: join(repo.commonDir, 'shallow'),
  })
  moveIntoPlace(draft, dir)
}

function pointAtObjects(vault: Vault): void {
  const path = join(vault.dir, 'objects', 'info', 'alternates')
  const wanted = `${vault.repo.objects}\n`
  if (readFileSync(path, 'utf8') === wanted) return
  writeFileSync(`${path}.new`, wanted)
  renameSync(`${path}.new`, path)
}

export { changedFiles, diffText } from './diff.ts'
