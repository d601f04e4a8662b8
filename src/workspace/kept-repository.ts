import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { asText, parseObject } from '../agents/json-value.ts'
import { removeFolder } from './remove.ts'

/**
 * A repository's own folder, copied to our home before somebody removes it: a rescue ref in it would go with it.
 */
export interface KeptRepository {
  /** Where the copy is. */
  dir: string
  /** Where the repository stood. */
  gitDir: string
  /** The folder that it is about. */
  root: string
  run: string
  /** The files that stood beside it, on a ref in the copy. */
  ref: string
  commit: string
  at: string
}

const FACTS = 'kept.json'

/** `kept`: our folder for copies of this repository. The latest copy of a run is the one that counts. */
export function keepRepository(
  kept: string,
  about: Omit<KeptRepository, 'dir' | 'at'>,
  linked: boolean,
): KeptRepository {
  const facts: KeptRepository = {
    ...about,
    dir: join(kept, `${about.run}.${randomUUID().slice(0, 8)}`),
    at: new Date().toISOString(),
  }
  const draft = join(kept, `.${randomUUID()}`)
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  try {
    copyTree(about.gitDir, join(draft, 'git'), linked)
    writeFileSync(join(draft, FACTS), `${JSON.stringify(facts, null, 2)}\n`)
    const before = keptRepositories(kept).filter(({ run }) => run === about.run)
    renameSync(draft, facts.dir)
    for (const each of before) removeFolder(each.dir)
  } catch (error) {
    removeFolder(draft)
    throw error
  }
  return facts
}

/** Oldest first. A copy that was not completed is none. */
export function keptRepositories(kept: string): KeptRepository[] {
  if (!existsSync(kept)) return []
  const found = readdirSync(kept)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => readFacts(join(kept, name)) ?? [])
  return found.sort((one, other) => (one.at < other.at ? -1 : 1))
}

export function repositoryIn({ dir }: KeptRepository): string {
  return join(dir, 'git')
}

/** Puts the copy back. What stands there by now is put beside the copy first. */
export function returnRepository(kept: KeptRepository): { setAside: string | null } {
  const { gitDir } = kept
  const draft = `${gitDir}.${randomUUID().slice(0, 8)}`
  copyTree(repositoryIn(kept), draft, false)
  let setAside: string | null = null
  if (lstatSync(gitDir, { throwIfNoEntry: false })) {
    setAside = join(dirname(kept.dir), `.replaced-${randomUUID().slice(0, 8)}`)
    moveTree(gitDir, setAside)
  }
  renameSync(draft, gitDir)
  return { setAside }
}

function readFacts(dir: string): KeptRepository | null {
  try {
    const given = parseObject(readFileSync(join(dir, FACTS), 'utf8'))
    const [gitDir, root, run, ref, commit, at] = ['gitDir', 'root', 'run', 'ref', 'commit', 'at'].map((key) =>
      asText(given?.[key]),
    )
    return gitDir && root && run && ref && commit && at ? { dir, gitDir, root, run, ref, commit, at } : null
  } catch {
    return null
  }
}

/** Git never changes an object or a pack, so that these may be the same files; the rest is copied. */
function copyTree(from: string, to: string, linked: boolean, within = ''): void {
  const stat = lstatSync(from)
  if (stat.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to)
    return
  }
  if (stat.isDirectory()) {
    mkdirSync(to, { mode: stat.mode & 0o777 })
    for (const name of readdirSync(from))
      copyTree(join(from, name), join(to, name), linked, join(within, name))
    return
  }
  // A socket of a file watcher's, say.
  if (!stat.isFile() || /\.lock$/.test(within)) return
  if (linked && /^(?:lfs\/)?objects\//.test(within) && tryLink(from, to)) return
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    // Another disk, or one that has no links.
    return false
  }
}

function moveTree(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    // Another disk.
    copyTree(from, to, false)
    removeFolder(from)
  }
}
