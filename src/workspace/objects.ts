import { bytesAbout, gitAbout, gitBytes, gitLine, splitNul } from './git.ts'

export interface TreeEntry {
  path: string
  mode: string
  oid: string
}

export interface IndexChange {
  path: string
  /** `null` removes the path. */
  entry: { mode: string; oid: string } | null
}

/** A file as the commit has it, or null when there is no such file. */
export async function readBlob(gitDir: string, commit: string, path: string): Promise<Buffer | null> {
  if (commit.startsWith('-')) return null
  const result = await gitAbout(commit)(gitDir, ['cat-file', 'blob', `${commit}:${path}`])
  return result.code === 0 ? result.stdout : null
}

/** How much one git hands over at once. */
const MAX_TOGETHER = 64 * 1024 * 1024

/** Many files by one git. What is larger than `maxBytes`, or no longer fits, is left out. */
export async function readBlobs(
  gitDir: string,
  oids: string[],
  maxBytes: number,
): Promise<Map<string, Buffer>> {
  const check = await gitLine(gitDir, ['cat-file', '--batch-check'], { input: lines(oids) })
  let total = 0
  const fitting = check.split('\n').flatMap((line) => {
    const [oid = '', kind, size] = line.split(' ')
    if (kind !== 'blob' || Number(size) > maxBytes || total + Number(size) > MAX_TOGETHER) return []
    total += Number(size)
    return [{ oid, size: Number(size) }]
  })
  const input = lines(fitting.map((each) => each.oid))
  const bytes = await gitBytes(gitDir, ['cat-file', '--batch'], { input })
  const found = new Map<string, Buffer>()
  let at = 0
  for (const { oid, size } of fitting) {
    const from = bytes.indexOf('\n', at) + 1
    found.set(oid, bytes.subarray(from, from + size))
    at = from + size + 1
  }
  return found
}

function lines(oids: string[]): Buffer {
  return Buffer.from(oids.map((oid) => `${oid}\n`).join(''))
}

/** Every file of a commit, or those under one folder. */
export async function readTree(gitDir: string, commit: string, under: string[] = []): Promise<TreeEntry[]> {
  const list = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit]
  const out = await bytesAbout([commit], gitDir, [...list, ...under])
  return splitNul(out).map((line) => {
    const tab = line.indexOf('\t')
    const [mode = '', , oid = ''] = line.slice(0, tab).split(' ')
    return { path: line.slice(tab + 1), mode, oid }
  })
}

export async function writeBlob(gitDir: string, content: Buffer): Promise<string> {
  return gitLine(gitDir, ['hash-object', '-w', '--no-filters', '--stdin'], { input: content })
}

/** Lines for `update-index -z --index-info`; removals first, so that a folder may become a file and the other way round. */
export function indexInfo(
  changes: IndexChange[],
  idLength: number,
  encoding: BufferEncoding = 'utf8',
): Buffer {
  const none = '0'.repeat(idLength)
  const removed = changes.filter(({ entry }) => entry === null).map(({ path }) => `0 ${none}\t${path}\0`)
  const set = changes.flatMap(({ path, entry }) => (entry ? [`${entry.mode} ${entry.oid}\t${path}\0`] : []))
  return Buffer.from([...removed, ...set].join(''), encoding)
}
