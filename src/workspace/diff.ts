import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bytesAbout, gitBytes, splitNul } from './git.ts'
import { kept } from './kept-answers.ts'
import type { IndexChange } from './objects.ts'
import type { Vault } from './vault.ts'

export interface ChangedPath {
  path: string
  change: 'added' | 'modified' | 'deleted' | 'type'
  added: number
  deleted: number
}

const PLAIN = [
  '-r',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--ignore-submodules=dirty',
]
const CHANGES: Record<string, ChangedPath['change']> = { A: 'added', D: 'deleted', T: 'type' }

export async function changedFiles(vault: Vault, from: string, to: string): Promise<ChangedPath[]> {
  return [...(await kept(vault, `changes ${from} ${to}`, () => readChanges(vault, from, to)))]
}

async function readChanges(vault: Vault, from: string, to: string): Promise<ChangedPath[]> {
  const out = await gitBytes(vault.dir, ['diff-tree', ...PLAIN, '-z', '--raw', '--numstat', from, to])
  const parts = splitNul(out)
  const changes = new Map<string, ChangedPath>()
  for (let at = 0; at < parts.length; at += 1) {
    const raw = /^:\d{6} \d{6} [0-9a-f]+ [0-9a-f]+ ([A-Z])$/.exec(parts[at] ?? '')
    if (!raw) {
      count(parts[at] ?? '', changes)
      continue
    }
    at += 1
    const path = parts[at] ?? ''
    changes.set(path, { path, change: CHANGES[raw[1] ?? ''] ?? 'modified', added: 0, deleted: 0 })
  }
  return [...changes.values()]
}

/** More of its content than this has to be in a new file, in per cent: then a file that is gone was moved. */
const ALIKE = 70

/** Files that are gone, and whose content is in a file that is new. */
export async function movedFiles(vault: Vault, from: string, to: string): Promise<Set<string>> {
  const how = PLAIN.map((word) => (word === '--no-renames' ? `--find-renames=${ALIKE}%` : word))
  const filter = ['--diff-filter=R', '-l1000']
  const out = await gitBytes(vault.dir, ['diff-tree', ...how, ...filter, '-z', '--name-status', from, to])
  // A letter with the similarity, the old path, the new one.
  return new Set(splitNul(out).filter((_, at) => at % 3 === 1))
}

/** `added<TAB>deleted<TAB>path`; a dash, for a binary file, counts as no lines. */
function count(part: string, changes: Map<string, ChangedPath>): void {
  const [added = '', deleted = ''] = part.split('\t', 2)
  const known = changes.get(part.slice(added.length + deleted.length + 2))
  if (!known) return
  known.added = Number(added) || 0
  known.deleted = Number(deleted) || 0
}

/** The names of what differs. */
export async function changedNames(vault: Vault, from: string, to: string): Promise<string[]> {
  return (await changedFiles(vault, from, to)).map(({ path }) => path)
}

/** A path that differs, with what it is on either side; null where it does not exist. */
export interface EntryChange {
  path: string
  before: IndexChange['entry']
  after: IndexChange['entry']
}

export async function changedEntries(
  vault: Vault,
  from: string,
  to: string,
  encoding: BufferEncoding = 'utf8',
): Promise<EntryChange[]> {
  const out = await bytesAbout([from, to], vault.dir, ['diff-tree', ...PLAIN, '-z', '--raw', from, to])
  const parts = splitNul(out, encoding)
  const changes: EntryChange[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', newMode = '', oldId = '', newId = ''] = (parts[at] ?? '').slice(1).split(' ')
    const entry = (mode: string, oid: string) => (mode === '000000' ? null : { mode, oid })
    changes.push({ path: parts[at + 1] ?? '', before: entry(oldMode, oldId), after: entry(newMode, newId) })
  }
  return changes
}

/** The vault has no attributes, so a change cannot hide itself from a reader by calling itself binary. */
export async function diffText(
  vault: Vault,
  from: string,
  to: string,
  maxBytes: number,
): Promise<{ text: string; truncated: boolean }> {
  const path = join(vault.dir, `diff-${randomUUID()}`)
  try {
    const prefixes = ['--src-prefix=a/', '--dst-prefix=b/']
    await gitBytes(vault.dir, ['diff-tree', ...PLAIN, ...prefixes, '-p', '-U3', `--output=${path}`, from, to])
    return { text: readStart(path, maxBytes), truncated: statSync(path).size > maxBytes }
  } finally {
    rmSync(path, { force: true })
  }
}

function readStart(path: string, maxBytes: number): string {
  const bytes = Buffer.alloc(Math.min(maxBytes, statSync(path).size))
  const file = openSync(path, 'r')
  try {
    const got = readSync(file, bytes, 0, bytes.length, 0)
    return new TextDecoder().decode(bytes.subarray(0, got), { stream: got >= maxBytes })
  } finally {
    closeSync(file)
  }
}
