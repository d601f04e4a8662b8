import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Of a file, or of all in a folder. Links are not followed: what they lead to is not the run's. */
export function sizeOf(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
