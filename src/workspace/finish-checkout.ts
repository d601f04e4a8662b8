import { readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isReallyInside, statOf } from './byte-path.ts'
import type { Checkout, Step } from './checkout.ts'
import { changedEntries, type EntryChange } from './diff.ts'
import { filesInTheWay } from './files-in-the-way.ts'
import { GitError, type GitOptions, gitAsUser, splitNul } from './git.ts'
import { lockReleased } from './locks.ts'
import { type IndexChange, indexInfo, readBlob } from './objects.ts'
import { withIndex } from './temporary-index.ts'
import type { Vault } from './vault.ts'

type Finish = { done: true } | { done: false; detail: string }

/**
 * Completes the update of a checkout that was killed between moving the branch and writing the last file. Every file must be
 * as it was before, as it is after, or the beginning of that; else somebody worked on it, and everything stays as it is.
 */
export async function finishCheckout(
  vault: Vault,
  checkout: Checkout,
  step: Step & { ours: boolean },
): Promise<Finish> {
  const places = [checkout.path, checkout.gitDir]
  if (!(await lockReleased(join(checkout.gitDir, 'index.lock'), { ours: step.ours, places }))) {
    return { done: false, detail: 'another git is at work there' }
  }
  const changes = await changedEntries(vault, step.previous, step.commit)
  const staged = await stagedByOthers(checkout, step)
  const { pending, foreign } = await examine(vault, checkout, { changes, commit: step.commit })
  const strange = [...foreign, ...changes.map(({ path }) => path).filter((path) => staged.has(path))]
  if (strange.length > 0) return { done: false, detail: `somebody else changed ${strange.join(', ')}` }
  await complete(checkout, changes, pending)
  return { done: true }
}

/** Paths whose index entry is neither of the two that we can have left. */
async function stagedByOthers(checkout: Checkout, { previous, commit }: Step): Promise<Set<string>> {
  const differs = async (from: string) =>
    splitNul(await ask(checkout, ['diff-index', '--cached', '-z', '--name-only', '--no-renames', from]))
  const unlike = new Set(await differs(previous))
  return new Set((await differs(commit)).filter((path) => unlike.has(path)))
}

async function examine(
  vault: Vault,
  checkout: Checkout,
  { changes, commit }: { changes: EntryChange[]; commit: string },
): Promise<{ pending: EntryChange[]; foreign: Set<string> }> {
  const notAfter = await differing(
    vault,
    checkout,
    changes.map(({ path, after }) => ({ path, entry: after })),
  )
  const notBefore = await differing(
    vault,
    checkout,
    changes.map(({ path, before }) => ({ path, entry: before })),
  )
  const pending = changes.filter(({ path }) => notAfter.has(path))
  const foreign = new Set<string>()
  for (const change of pending) {
    const { path, after } = change
    if (statOf(checkout.path, bytePath(path))?.isDirectory()) {
      for (const obstacle of filesInTheWay(checkout.path, [change, ...changes.filter(isRemoval)]))
        foreign.add(obstacle)
      continue
    }
    if (!notBefore.has(path)) continue
    if (!after || !(await isUnfinished(checkout, path, commit))) foreign.add(path)
  }
  return { pending, foreign }
}

function isRemoval({ after }: EntryChange): boolean {
  return after === null
}

/** Of these entries, the paths whose file on disk is not that. An entry of null stands for "no file". */
async function differing(vault: Vault, checkout: Checkout, entries: IndexChange[]): Promise<Set<string>> {
  // A folder where a file was, or is to be, is no file: its own files are looked at by themselves.
  const here = (path: string) => statOf(checkout.path, bytePath(path))?.isDirectory() === false
  const unwanted = entries.filter(({ path, entry }) => entry === null && here(path)).map(({ path }) => path)
  const wanted = entries.filter(({ entry }) => entry !== null)
  if (wanted.length === 0) return new Set(unwanted)
  const idLength = wanted[0]?.entry?.oid.length ?? 40
  const changed = await withIndex(vault, null, async (index) => {
    const args = ['update-index', '--add', '-z', '--index-info']
    await ask(checkout, args, { index, input: indexInfo(wanted, idLength) })
    // Exits 1 when a file differs, which is the question that follows.
    await gitAsUser(checkout.path, ['update-index', '-q', '--refresh'], { index })
    return splitNul(
      await ask(checkout, ['diff-files', '-z', '--name-only', '--ignore-submodules'], { index }),
    )
  })
  return new Set([...unwanted, ...changed])
}

/** Missing, or cut off in the middle of being written: nothing is lost by writing it whole. */
async function isUnfinished(checkout: Checkout, path: string, commit: string): Promise<boolean> {
  const stat = statOf(checkout.path, bytePath(path))
  if (stat === null) return true
  if (!stat.isFile() || !isReallyInside(checkout.path, bytePath(path))) return false
  const whole = await readBlob(checkout.gitDir, commit, path)
  const part = readFileSync(join(checkout.path, path))
  return whole !== null && part.length < whole.length && whole.subarray(0, part.length).equals(part)
}

async function complete(checkout: Checkout, changes: EntryChange[], pending: EntryChange[]): Promise<void> {
  for (const { path, after } of pending) {
    if (after === null) removeFile(checkout.path, path)
  }
  const first = changes[0]
  if (!first) return
  const idLength = (first.after ?? first.before)?.oid.length ?? 40
  const input = indexInfo(
    changes.map(({ path, after }) => ({ path, entry: after })),
    idLength,
  )
  await ask(checkout, ['update-index', '--add', '--replace', '-z', '--index-info'], { input })
  const written = pending.filter(({ after }) => after !== null && after.mode !== '160000')
  const names = written.map(({ path }) => `${path}\0`).join('')
  if (names !== '')
    await ask(checkout, ['checkout-index', '-f', '-q', '-u', '-z', '--stdin'], { input: names })
  // Exits 1 when other files are modified, which is no concern of ours.
  await gitAsUser(checkout.path, ['update-index', '-q', '--refresh'])
}

function removeFile(root: string, path: string): void {
  if (!isReallyInside(root, bytePath(path))) return
  rmSync(join(root, path), { force: true })
  try {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) rmdirSync(join(root, folder))
  } catch {
    // The first folder that is not empty ends it.
  }
}

async function ask(checkout: Checkout, args: string[], options: GitOptions = {}): Promise<Buffer> {
  const result = await gitAsUser(checkout.path, args, options)
  if (result.code !== 0) throw new GitError(args, result)
  return result.stdout
}

function bytePath(path: string): string {
  return Buffer.from(path).toString('latin1')
}
