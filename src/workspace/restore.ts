import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'

import { type BytePath, bytesOf, isReallyInside, readable, statOf } from './byte-path.ts'
import { gitBytes, gitLine, splitNul } from './git.ts'
import type { Repository } from './repository.ts'

/** A file of a rescue ref, by the side of what stands in the folder now. */
export interface KeptFile {
  path: BytePath
  mode: string
  oid: string
  now: 'missing' | 'different' | 'same'
  /** What stands there, by git's name for it; `null`: no plain file. */
  found: string | null
}

/** The files that a rescue ref would bring back; `base`: what they must differ from, `null`: nothing. */
export async function keptFiles(repo: Repository, commit: string, base: string | null): Promise<KeptFile[]> {
  const [all, unlike] = [await entries(repo, commit), await differing(repo, commit, base)]
  const wanted = all.filter(({ path, mode }) => mode !== '160000' && (unlike === null || unlike.has(path)))
  const now = await presentIds(repo, wanted)
  return wanted.map((entry) => ({
    ...entry,
    now: stateOf(repo, entry, now),
    found: now.get(entry.path) ?? null,
  }))
}

type Entry = Omit<KeptFile, 'now' | 'found'>

async function entries({ gitDir }: Repository, commit: string): Promise<Entry[]> {
  const out = await gitBytes(gitDir, ['ls-tree', '-r', '-z', '--full-tree', commit])
  return splitNul(out, 'latin1').map((line) => {
    const tab = line.indexOf('\t')
    const [mode = '', , oid = ''] = line.slice(0, tab).split(' ')
    return { path: line.slice(tab + 1), mode, oid }
  })
}

async function differing(
  { gitDir }: Repository,
  commit: string,
  base: string | null,
): Promise<Set<string> | null> {
  if (base === null) return null
  const out = await gitBytes(gitDir, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', base, commit])
  return new Set(splitNul(out, 'latin1'))
}

/** What git would call the bytes that stand in these files now. */
async function presentIds(repo: Repository, wanted: Entry[]): Promise<Map<BytePath, string>> {
  // A name with a line break cannot be asked about in a list: its file counts as different.
  const plain = wanted.filter(
    ({ path, mode }) => mode !== '120000' && !path.includes('\n') && statOf(repo.root, path)?.isFile(),
  )
  if (plain.length === 0) return new Map()
  const input = Buffer.from(plain.map(({ path }) => `${path}\n`).join(''), 'latin1')
  const ids = await gitLine(repo.gitDir, ['hash-object', '--no-filters', '--stdin-paths'], {
    input,
    workTree: repo.root,
  })
  const list = ids.split('\n')
  return new Map(plain.map(({ path }, at) => [path, list[at] ?? '']))
}

function stateOf(
  { root }: Repository,
  { path, mode, oid }: Entry,
  ids: Map<BytePath, string>,
): KeptFile['now'] {
  const stat = statOf(root, path)
  if (!stat) return 'missing'
  if (mode === '120000')
    return stat.isSymbolicLink() && linkId(root, path, oid.length) === oid ? 'same' : 'different'
  const isExecutable = (stat.mode & 0o100) !== 0
  return stat.isFile() && ids.get(path) === oid && isExecutable === (mode === '100755') ? 'same' : 'different'
}

export interface Restored {
  files: string[]
  /** Each with why it was left as it is. */
  left: { path: string; why: string }[]
}

/** Byte for byte, with modes and links. Nothing is written through a link that leads elsewhere. */
export async function restoreFiles(repo: Repository, files: KeptFile[]): Promise<Restored> {
  const restored: Restored = { files: [], left: [] }
  for (const file of files.filter(({ now }) => now !== 'same')) {
    const content = await gitBytes(repo.gitDir, ['cat-file', 'blob', file.oid])
    try {
      putFile(repo.root, file, content)
      restored.files.push(readable(file.path))
    } catch (error) {
      restored.left.push({
        path: readable(file.path),
        why: error instanceof Error ? error.message : String(error),
      })
    }
  }
  return restored
}

/** Files that git itself put there for `commit`, and that were not there when `kept` was: `commit` still has each of them. */
export async function removeCheckedOut(repo: Repository, commit: string, kept: string): Promise<void> {
  const before = new Set((await entries(repo, kept)).map(({ path }) => path))
  const own = (await keptFiles(repo, commit, kept)).filter(
    ({ path, now }) => now === 'same' && !before.has(path),
  )
  for (const { path } of own) if (isReallyInside(repo.root, path)) rmSync(bytesOf(repo.root, path))
}

/** A link is kept as a file that holds where it leads. */
function linkId(root: string, path: BytePath, length: number): string {
  const target = readlinkSync(bytesOf(root, path), { encoding: 'buffer' })
  const hash = createHash(length > 40 ? 'sha256' : 'sha1')
  return hash.update(`blob ${target.length}\0`).update(target).digest('hex')
}

function putFile(root: string, { path, mode }: KeptFile, content: Buffer): void {
  makeFolders(root, path)
  if (!isReallyInside(root, path)) throw new Error('a folder on the way is a link to another place')
  const stat = statOf(root, path)
  if (stat?.isDirectory()) throw new Error('a folder stands there now')
  const name = Buffer.from(`.wiggum-${randomUUID().slice(0, 8)}`)
  const place = bytesOf(root, path)
  const draft = Buffer.concat([place.subarray(0, place.lastIndexOf('/') + 1), name])
  try {
    if (mode === '120000') symlinkSync(content, draft)
    else {
      writeFileSync(draft, content, { flag: 'wx' })
      // What others may do with it stays; git knows of one bit alone.
      const others = stat?.isFile() ? stat.mode & 0o666 : lstatSync(draft).mode & 0o666
      chmodSync(draft, mode === '100755' ? others | ((others & 0o444) >> 2) : others)
    }
    renameSync(draft, place)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A file in the way of a folder is one that was kept before. */
function makeFolders(root: string, path: BytePath): void {
  const names = path.split('/').slice(0, -1)
  for (let depth = 1; depth <= names.length; depth++) {
    const folder = names.slice(0, depth).join('/')
    const stat = statOf(root, folder)
    if (stat?.isDirectory()) continue
    if (stat?.isSymbolicLink()) throw new Error('a folder on the way is a link')
    if (stat) rmSync(bytesOf(root, folder))
    mkdirSync(bytesOf(root, folder))
  }
}
