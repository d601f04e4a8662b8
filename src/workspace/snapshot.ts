import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type BytePath, bytesOf, isReallyInside, nulTerminated, readable, statOf } from './byte-path.ts'
import { git, gitBytes, gitLine, splitNul } from './git.ts'
import { writeBlob } from './objects.ts'
import { type Submodules, type Survey, type SurveyPlace, survey } from './survey.ts'
import { withIndex } from './temporary-index.ts'
import { stagedByForce, trackCommitted } from './tracked-index.ts'
import type { Vault } from './vault.ts'
import type { Workspace } from './workspace.ts'

/** The files of a workspace as a tree in the vault. */
export interface Snapshot {
  tree: string
  /** Folders with a repository of their own. One the agent made became plain files, else they would be lost. */
  embedded: string[]
  /** What could not be saved: sockets, pipes, names git will not store. */
  unsaved: string[]
  /** When the newest changed file was written, in seconds since the epoch; 0 if nothing changed. */
  newest: number
}

/** `head`: the agent's last commit, where it may be followed. */
export async function snapshot(
  vault: Vault,
  workspace: Workspace,
  { start, head, submodules }: { start: string; head: string | null; submodules: Submodules },
): Promise<Snapshot> {
  return withIndex(vault, workspace.index, async (index) => {
    const at: SurveyPlace = { gitDir: vault.dir, index, dir: workspace.dir }
    if (head !== null && head !== start) await trackCommitted(vault, at, { start, head })
    const found = await survey(at, submodules)
    const forced = await stagedByForce(vault, at, join(workspace.dir, '.git', 'index'))
    return storeFiles(at, withForced(found, forced))
  })
}

/** What is there by force is no more than what the ignore files left out. */
export function withForced(found: Survey, forced: BytePath[]): Survey {
  const seen = new Set(found.present)
  return { ...found, present: [...found.present, ...forced.filter((path) => !seen.has(path))] }
}

/** What a survey found goes into its index, and all of that becomes a tree. */
export async function storeFiles(at: SurveyPlace, found: Survey): Promise<Snapshot> {
  const unsaved = [...found.special, ...(await store(at, found))]
  return {
    tree: await gitLine(at.gitDir, ['write-tree'], { index: at.index }),
    embedded: found.embedded.map(readable),
    unsaved: unsaved.map(readable),
    newest: found.newest,
  }
}

/** Ignored files, which a snapshot leaves out. A folder that is ignored as a whole is one name. */
export async function ignoredFiles(vault: Vault, workspace: Workspace): Promise<string[]> {
  return withIndex(vault, workspace.index, async (index) => {
    const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']
    return splitNul(await gitBytes(vault.dir, args, { index, workTree: workspace.dir }))
  })
}

/** Returns what git would not take. One file that it chokes on must not cost the others. */
async function store(at: SurveyPlace, { present, absent }: Survey): Promise<BytePath[]> {
  // By force: what stands there now may be a pipe, and is not looked at.
  const gone = { index: at.index, workTree: at.dir, input: nulTerminated(absent) }
  if (absent.length > 0) await gitBytes(at.gitDir, ['update-index', '--force-remove', '-z', '--stdin'], gone)
  if (await updateIndex(at, present)) return []
  const refused: BytePath[] = []
  for (const path of present) {
    if (!(await updateIndex(at, [path])) && !(await storeRaw(at, path))) refused.push(path)
  }
  return refused
}

async function updateIndex(at: SurveyPlace, paths: BytePath[]): Promise<boolean> {
  return (
    paths.length === 0 || feed(at, ['--add', '--remove', '--replace', '-z', '--stdin'], nulTerminated(paths))
  )
}

async function feed(at: SurveyPlace, args: string[], input: Buffer): Promise<boolean> {
  const options = { index: at.index, workTree: at.dir, input }
  const { code, stderr } = await git(at.gitDir, ['update-index', ...args], options)
  // A name that git will not store is skipped with a message and no error.
  return code === 0 && !stderr.includes('Ignoring path')
}

/** For a file that a conversion asked for by `.gitattributes` chokes on: its bytes as they are. */
async function storeRaw(at: SurveyPlace, path: BytePath): Promise<boolean> {
  const stat = statOf(at.dir, path)
  if (!stat || !isReallyInside(at.dir, path) || !(stat.isFile() || stat.isSymbolicLink())) return false
  const full = bytesOf(at.dir, path)
  const content = stat.isFile() ? readFileSync(full) : readlinkSync(full, { encoding: 'buffer' })
  const plain = (stat.mode & 0o100) === 0 ? '100644' : '100755'
  const line = `${stat.isFile() ? plain : '120000'} ${await writeBlob(at.gitDir, content)}\t${path}\0`
  return feed(at, ['--add', '--replace', '-z', '--index-info'], Buffer.from(line, 'latin1'))
}
