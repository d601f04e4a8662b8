import { git, gitBytes, gitLine, splitNul } from './git.ts'

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
  const result = await git(gitDir, ['cat-file', 'blob', `${commit}:${path}`])
  return result.code === 0 ? result.stdout : null
}

/** Every file of a commit, or those under one folder. */
export async function readTree(gitDir: string, commit: string, under: string[] = []): Promise<TreeEntry[]> {
  const list = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit]
  const out = await gitBytes(gitDir, [...list, ...under])
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
export function indexInfo(changes: IndexChange[], idLength: number): Buffer {
  const none = '0'.repeat(idLength)
  const removed = changes.filter(({ entry }) => entry === null).map(({ path }) => `0 ${none}\t${path}\0`)
  const set = changes.flatMap(({ path, entry }) => (entry ? [`${entry.mode} ${entry.oid}\t${path}\0`] : []))
  return Buffer.from([...removed, ...set].join(''))
}
