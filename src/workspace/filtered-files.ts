import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedEntries, changedNames } from './diff.ts'
import { gitAsUser, gitBytes, gitLine, splitNul } from './git.ts'
import { readBlobs } from './objects.ts'
import { withIndex } from './temporary-index.ts'
import { usersSettings } from './users-settings.ts'
import { type Vault, vaultTree } from './vault.ts'

export interface Unfiltered {
  path: string
  filter: string
  what: 'raw' | 'lost' | 'left'
}

const LFS = 'lfs'

/**
 * Files of a change that the user's git would have stored through a filter, Git LFS or one of their own, and that are stored as the
 * agent wrote them: no filter is ever run on an agent's files. `lost`: a pointer to content that is not here. `left`: a pointer
 * that is taken for the content.
 */
export async function unfilteredFiles(vault: Vault, base: string, head: string): Promise<Unfiltered[]> {
  const own = await usersSettings(vault.repo, 'attributes')
  if (own.trim() === '' && !(await hasAttributes(vault, base)) && !(await hasAttributes(vault, head)))
    return []
  const files = await candidates(vault, base, head)
  if (files.size === 0) return []
  const paths = [...files.keys()]
  const [before, after] = [
    await filtersOf(vault, { commit: base, own, paths }),
    await filtersOf(vault, { commit: head, own, paths }),
  ]
  if (before.size + after.size === 0) return []
  const watched = new Set([LFS, ...(await usersFilters(vault))])
  const known = new Set((await vaultTree(vault, base)).map(({ oid }) => oid))
  const texts = await readBlobs(vault.dir, [...new Set(files.values())], MAX_POINTER_BYTES)
  return paths.flatMap((path) => {
    const [was, is] = [before.get(path) ?? null, after.get(path) ?? null]
    const filter = is ?? was
    if (filter === null || !watched.has(filter)) return []
    const oid = files.get(path)!
    // Stored by the user, as their filter left it.
    if (was === is && known.has(oid)) return []
    const what = judge(vault, { filter, filtered: is !== null, text: texts.get(oid) ?? null })
    return what === null ? [] : [{ path, filter, what }]
  })
}

async function hasAttributes(vault: Vault, commit: string): Promise<boolean> {
  return (await vaultTree(vault, commit)).some(({ path }) => isAttributes(path))
}

function isAttributes(path: string): boolean {
  return path === '.gitattributes' || path.endsWith('/.gitattributes')
}

/** What changed; and every file, where the change says which files are filtered. Path → blob. */
async function candidates(vault: Vault, base: string, head: string): Promise<Map<string, string>> {
  const isFile = (mode: string) => mode.startsWith('100')
  if ((await changedNames(vault, base, head)).some(isAttributes)) {
    const all = await vaultTree(vault, head)
    return new Map(all.flatMap(({ path, mode, oid }) => (isFile(mode) ? [[path, oid]] : [])))
  }
  const changes = await changedEntries(vault, base, head)
  return new Map(
    changes.flatMap(({ path, after }) => (after && isFile(after.mode) ? [[path, after.oid]] : [])),
  )
}

interface Asked {
  commit: string
  /** The user's own attributes. */
  own: string
  paths: string[]
}

/** By the attributes that a commit brings, and those the user has for this repository or for all of theirs. */
async function filtersOf(vault: Vault, { commit, own, paths }: Asked): Promise<Map<string, string>> {
  return withIndex(vault, null, async (index) => {
    await gitLine(vault.dir, ['read-tree', commit], { index })
    const file = `${index}.attributes`
    writeFileSync(file, own)
    try {
      const args = ['-c', `core.attributesFile=${file}`, 'check-attr', '--cached', '-z', '--stdin', 'filter']
      const input = paths.map((path) => `${path}\0`).join('')
      return filtersIn(splitNul(await gitBytes(vault.dir, args, { index, input })))
    } finally {
      rmSync(file, { force: true })
    }
  })
}

/** Path, attribute, value; and again. */
function filtersIn(fields: string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = '', , value = ''] = fields.slice(at, at + 3)
    if (!['unspecified', 'unset', 'set'].includes(value)) found.set(path, value)
  }
  return found
}

/** Filters that the user's git runs when it stores a file. */
async function usersFilters({ repo }: Vault): Promise<string[]> {
  const pattern = '^filter\\..*\\.(clean|process)$'
  const result = await gitAsUser(repo.root, ['config', '-z', '--name-only', '--get-regexp', pattern])
  return splitNul(result.stdout).map((key) => key.slice('filter.'.length, key.lastIndexOf('.')))
}

const MAX_POINTER_BYTES = 1024

function judge(
  vault: Vault,
  { filter, filtered, text }: { filter: string; filtered: boolean; text: Buffer | null },
): Unfiltered['what'] | null {
  // Git LFS stores an empty file as it is.
  if (text?.length === 0) return null
  if (filter !== LFS) return filtered ? 'raw' : null
  const pointer = text && pointerIn(text.toString('latin1'))
  if (!pointer) return 'raw'
  if (!filtered) return 'left'
  return isStored(vault, pointer) ? null : 'lost'
}

interface Pointer {
  oid: string
  size: number
}

function pointerIn(text: string): Pointer | null {
  const found =
    /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-[^\n]+\n)*oid sha256:([0-9a-f]{64})\nsize (\d+)\n$/.exec(
      text,
    )
  return found ? { oid: found[1]!, size: Number(found[2]) } : null
}

function isStored({ repo }: Vault, { oid, size }: Pointer): boolean {
  const path = join(repo.commonDir, 'lfs', 'objects', oid.slice(0, 2), oid.slice(2, 4), oid)
  return existsSync(path) && statSync(path).size === size
}
