import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SUPERVISOR, writeCommit } from './commit-object.ts'
import { gitBytes, gitLine } from './git.ts'
import { moveIntoPlace, writeGitDirectory } from './git-directory.ts'
import type { Repository } from './repository.ts'

/** What other tools make, and nobody means when they speak of a project's files. */
const NOT_OURS = [
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.git',
  '.hg',
  '.svn',
  'target',
  'dist',
  'build',
  '.cache',
  '.next',
  '.tox',
  '.gradle',
]

const MAX_FILES = 5_000

/** A folder that is in no repository, seen as if it were one: what git needs to compare is kept in `dir`, apart from it. */
export async function asRepository(root: string, dir: string): Promise<Repository> {
  if (!existsSync(join(dir, 'HEAD'))) await create(dir)
  return { root, gitDir: dir, commonDir: dir, objects: join(dir, 'objects'), identity: SUPERVISOR }
}

/** More than a project is likely to have: somebody's home folder, say, which is not ours to copy. */
export function isTooLarge(root: string): boolean {
  const folders = [root]
  let files = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesIn(folder)) {
      if (entry.isDirectory() && !NOT_OURS.includes(entry.name)) folders.push(join(folder, entry.name))
      files += 1
      if (files > MAX_FILES) return true
    }
  }
  return false
}

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

async function create(dir: string): Promise<void> {
  const draft = `${dir}.${randomUUID()}.draft`
  writeGitDirectory(draft, {
    bare: true,
    format: 'sha1',
    settings: [],
    objects: null,
    head: 'ref: refs/heads/none',
    exclude: `${NOT_OURS.map((name) => `${name}/`).join('\n')}\n`,
    shallow: null,
  })
  const tree = await gitLine(draft, ['hash-object', '-t', 'tree', '-w', '--stdin'], {
    input: Buffer.alloc(0),
  })
  const nobody = { ...SUPERVISOR, at: 0 }
  const empty = await writeCommit(draft, {
    tree,
    parents: [],
    author: nobody,
    committer: nobody,
    message: 'Nothing yet\n',
  })
  await gitBytes(draft, ['update-ref', 'refs/heads/none', empty])
  moveIntoPlace(draft, dir)
}
