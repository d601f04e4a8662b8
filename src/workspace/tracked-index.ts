import { lstatSync, statSync, utimesSync } from 'node:fs'
import { type BytePath, isReallyInside, statOf } from './byte-path.ts'
import { changedEntries } from './diff.ts'
import { git, gitBytes, gitLine, splitNul } from './git.ts'
import { indexInfo } from './objects.ts'
import type { SurveyPlace } from './survey.ts'
import { withIndex } from './temporary-index.ts'
import type { Vault } from './vault.ts'

/*
 * An ignore file says what is not tracked by itself. What somebody tracks all the same (`git add -f`) is theirs to decide, so
 * it is looked at like any other file.
 */

/** What the commits from `start` to `head` track, or track no longer. Links to repositories stay as the survey knows them. */
export async function trackCommitted(
  vault: Vault,
  { index, dir }: SurveyPlace,
  { start, head }: { start: string; head: string },
): Promise<void> {
  const { mtimeMs } = statSync(index)
  await gitLine(vault.dir, ['read-tree', '-i', '-m', head], { index, workTree: dir })
  const links = (await changedEntries(vault, start, head, 'latin1'))
    .filter(({ before, after }) => before?.mode === LINK || after?.mode === LINK)
    .map(({ path, before }) => ({ path, entry: before }))
  const input = indexInfo(links, start.length, 'latin1')
  if (links.length > 0)
    await gitBytes(vault.dir, ['update-index', '--add', '--replace', '-z', '--index-info'], { index, input })
  // As in `copyIndex`: a newer one would be trusted too far.
  const seconds = Math.floor(mtimeMs / 1000)
  utimesSync(index, seconds, seconds)
}

const LINK = '160000'

/** Larger than the index of any project we know. */
const MAX_INDEX_BYTES = 512 * 1024 * 1024

/** Files that another index of this tree names and ours does not. Only names are taken from it, so it may be an agent's. */
export async function stagedByForce(vault: Vault, at: SurveyPlace, other: string): Promise<BytePath[]> {
  if (!isReadable(other)) return []
  const staged = await withIndex(vault, other, (index) => namesIn(vault, index))
  if (staged.length === 0) return []
  const known = new Set(await namesIn(vault, at.index))
  return staged.filter((path) => !known.has(path) && isFileIn(at.dir, path))
}

/** No link: an agent's could lead to what never ends. */
function isReadable(path: string): boolean {
  try {
    const found = lstatSync(path)
    return found.isFile() && found.size <= MAX_INDEX_BYTES
  } catch {
    return false
  }
}

/** None of an index that git cannot read. */
async function namesIn(vault: Vault, index: string): Promise<BytePath[]> {
  const { code, stdout } = await git(vault.dir, ['ls-files', '-z', '--cached'], { index })
  return code === 0 ? splitNul(stdout, 'latin1') : []
}

function isFileIn(dir: string, path: BytePath): boolean {
  const stat = statOf(dir, path)
  return (stat?.isFile() || stat?.isSymbolicLink()) === true && isReallyInside(dir, path)
}
