import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { asText, type BytePath, bytesOf, nulTerminated, statOf } from './byte-path.ts'
import { git, gitBytes, splitNul } from './git.ts'

/** A tree to look at, the repository of ours to look with, and the index to compare with. */
export interface SurveyPlace {
  gitDir: string
  index: string
  dir: string
}

/** What differs from the index. */
export interface Survey {
  present: BytePath[]
  absent: BytePath[]
  /** Sockets, pipes, devices: nothing git can store. */
  special: BytePath[]
  /** Folders with a repository of their own. */
  embedded: BytePath[]
  /** When the newest of those present was written, in seconds since the epoch. */
  newest: number
}

/** `link`: a submodule the repository knows stays the link it was. `files`: what it holds is listed like any other file. */
export type Submodules = 'link' | 'files'

/**
 * Only plumbing is used, because `git add` and `git status` start a git inside every submodule, where an agent's
 * configuration would count.
 */
export async function survey(at: SurveyPlace, submodules: Submodules): Promise<Survey> {
  const found: Survey = { present: [], absent: [], special: [], embedded: [], newest: 0 }
  const args = ['ls-files', '-z', '--deleted', '--modified', '--others', '--exclude-standard']
  const listed = new Set(await list(at, args))
  const links = await linkedPaths(at, listed, submodules)
  for (const path of listed) {
    if (path.endsWith('/')) await surveyEmbedded(at, path, found)
    else if (!links.has(path)) sort(at.dir, path, found)
  }
  for (const path of links) await surveyLink(at, { path, submodules }, found)
  return found
}

/** The submodules that need a look: in `link` mode those that changed, in `files` mode all. */
async function linkedPaths(
  at: SurveyPlace,
  listed: Set<BytePath>,
  submodules: Submodules,
): Promise<Set<BytePath>> {
  const suspect = (path: BytePath) => listed.has(path) && statOf(at.dir, path)?.isDirectory() === true
  if (submodules === 'link' && ![...listed].some(suspect)) return new Set()
  const staged = await list(at, ['ls-files', '-z', '--stage'])
  const links = staged
    .filter((line) => line.startsWith('160000 '))
    .map((line) => line.slice(line.indexOf('\t') + 1))
  return new Set(links.filter((path) => submodules === 'files' || suspect(path)))
}

async function surveyLink(
  at: SurveyPlace,
  link: { path: BytePath; submodules: Submodules },
  found: Survey,
): Promise<void> {
  const { path, submodules } = link
  if (statOf(at.dir, path)?.isDirectory() !== true) return sort(at.dir, path, found)
  if (submodules === 'link') {
    found.embedded.push(`${path}/`)
  } else if (readdirSync(bytesOf(at.dir, path)).length > 0) {
    found.absent.push(path)
    await surveyEmbedded(at, `${path}/`, found)
  }
}

/** Its own ignore files count, and those of the folders above it. */
async function surveyEmbedded(at: SurveyPlace, folder: BytePath, found: Survey): Promise<void> {
  found.embedded.push(folder)
  const name = asText(folder)
  if (name === null) return void found.special.push(folder)
  const inner = { ...at, dir: join(at.dir, name), index: `${at.index}-none` }
  const names = await list(inner, ['ls-files', '-z', '--others', '--exclude-standard'])
  const paths = names.map((path) => folder + path)
  const ignored = await ignoredAmong(at, paths)
  for (const path of paths.filter((each) => !ignored.has(each))) {
    if (path.endsWith('/')) await surveyEmbedded(at, path, found)
    else sort(at.dir, path, found)
  }
}

async function ignoredAmong(at: SurveyPlace, paths: BytePath[]): Promise<Set<BytePath>> {
  if (paths.length === 0) return new Set()
  const options = { index: at.index, workTree: at.dir, input: nulTerminated(paths) }
  const result = await git(at.gitDir, ['check-ignore', '-z', '--stdin', '--no-index'], options)
  return new Set(splitNul(result.stdout, 'latin1'))
}

function sort(dir: string, path: BytePath, found: Survey): void {
  const stat = statOf(dir, path)
  if (stat?.isFile() || stat?.isSymbolicLink()) {
    found.present.push(path)
    found.newest = Math.max(found.newest, Math.floor(stat.mtimeMs / 1000))
    return
  }
  found.absent.push(path)
  // Where a folder is now, its files are listed by themselves.
  if (stat && !stat.isDirectory()) found.special.push(path)
}

async function list(at: SurveyPlace, args: string[]): Promise<BytePath[]> {
  return splitNul(await gitBytes(at.gitDir, args, { index: at.index, workTree: at.dir }), 'latin1')
}
