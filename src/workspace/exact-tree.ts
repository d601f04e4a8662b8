import { randomUUID } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type BytePath, readable, statOf } from './byte-path.ts'
import { git, gitLine } from './git.ts'
import { resolveCommit } from './repository.ts'
import { storeFiles } from './snapshot.ts'
import { type SurveyPlace, survey } from './survey.ts'
import { copyIndex, withIndex } from './temporary-index.ts'
import type { Vault } from './vault.ts'

/** So much of what differs from the last commit is kept: one file, and all together. */
export interface SizeCap {
  file: number
  together: number
}

export const SIZE_CAP: SizeCap = { file: 50 * 1024 * 1024, together: 500 * 1024 * 1024 }

export interface ExactTree {
  tree: string
  /** Over the cap, or nothing that git can store. */
  leftOut: string[]
}

/**
 * All files of the user's tree but the ignored ones, byte for byte, as a tree in an exact vault. What was seen the last
 * time is kept, so that only what changed since is read again.
 */
export function exactTree(vault: Vault, cap: SizeCap): Promise<ExactTree> {
  const kept = join(vault.dir, 'kept-index')
  const from = existsSync(kept) ? kept : null
  return withIndex(vault, from, async (index) => {
    const at: SurveyPlace = { gitDir: vault.dir, index, dir: vault.repo.root }
    if (from === null) await readHead(vault, at)
    const found = await survey(at, 'link')
    const { fitting, over } = bySize(at.dir, found.present, cap)
    const files = await storeFiles(at, { ...found, present: fitting })
    const next = `${kept}.${randomUUID()}`
    copyIndex(index, next)
    renameSync(next, kept)
    return { tree: files.tree, leftOut: [...over.map(readable), ...files.unsaved] }
  })
}

/** Not from the user's index: there a file may be marked as one not to look at, or be known with other line ends. */
async function readHead(vault: Vault, { gitDir, index, dir }: SurveyPlace): Promise<void> {
  const head = await resolveCommit(vault.repo, 'HEAD')
  if (head === null) return
  await gitLine(gitDir, ['read-tree', head], { index })
  // It says by its exit code that files differ.
  await git(gitDir, ['update-index', '-q', '--refresh'], { index, workTree: dir })
}

function bySize(dir: string, paths: BytePath[], cap: SizeCap): { fitting: BytePath[]; over: BytePath[] } {
  let together = 0
  const [fitting, over]: [BytePath[], BytePath[]] = [[], []]
  for (const path of paths) {
    const size = statOf(dir, path)?.size ?? 0
    const fits = size <= cap.file && together + size <= cap.together
    if (fits) together += size
    ;(fits ? fitting : over).push(path)
  }
  return { fitting, over }
}
