import { chmodSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Removes a folder and what is in it. A symbolic link is removed, never followed. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    // Go's module cache and its like write-protect their folders.
    if (!isRefusal(error)) throw error
    makeWritable(path)
    rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Removes all of a run's folders. Refuses a path that `workFolder` cannot have made. */
export async function removeWork(work: string): Promise<void> {
  const parent = dirname(work)
  if (!/^[0-9a-f]{16}$/.test(basename(parent)) || basename(work) === '') {
    throw new Error(`${work} is not a run's work folder; it was left alone`)
  }
  removeFolder(work)
  try {
    rmdirSync(parent)
  } catch {
    // Other runs of this repository are still there.
  }
}

/** All but the run's own repository: it holds work that is nowhere else. */
export async function removeTrees(work: string): Promise<void> {
  for (const name of readdirSync(work)) if (name !== 'vault.git') removeFolder(join(work, name))
}

function makeWritable(path: string): void {
  if (!lstatSync(path).isDirectory()) return
  chmodSync(path, 0o700)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(path, entry.name))
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')
}
