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
