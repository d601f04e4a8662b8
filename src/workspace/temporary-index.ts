import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { cannotWrite } from '../store/environment-error.ts'
import type { Vault } from './vault.ts'

/** Gives `use` an index file of its own, empty or a copy of `from`, and removes it afterwards. */
export async function withIndex<T>(
  vault: Vault,
  from: string | null,
  use: (index: string) => Promise<T>,
): Promise<T> {
  const index = join(vault.dir, `index-${randomUUID()}`)
  try {
    if (from !== null) copyIndex(from, index)
    return await use(index)
  } finally {
    rmSync(index, { force: true })
    rmSync(`${index}.lock`, { force: true })
  }
}

/**
 * Git trusts an entry's recorded times only if they are older than the index file itself: a copy with a newer time would
 * make it overlook a file changed within the second of the checkout.
 */
export function copyIndex(from: string, to: string): void {
  try {
    copyFileSync(from, to)
  } catch (cause) {
    throw cannotWrite(to, cause)
  }
  const seconds = Math.floor(statSync(from).mtimeMs / 1000)
  utimesSync(to, seconds, seconds)
}
