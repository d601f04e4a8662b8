import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** When a file was written, or each of those in a folder. By its inode, whose time nothing can set. */
export function writtenAt(root: string, path: string): number[] {
  const whole = join(root, path)
  try {
    const stat = lstatSync(whole)
    if (!stat.isDirectory()) return [stat.ctimeMs]
    return filesBelow(whole).map((file) => lstatSync(file).ctimeMs)
  } catch {
    return []
  }
}

const MAX_FILES = 2_000

function filesBelow(folder: string): string[] {
  const [found, folders]: [string[], string[]] = [[], [folder]]
  for (let next = folders.pop(); next !== undefined && found.length < MAX_FILES; next = folders.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true }))
      (entry.isDirectory() ? folders : found).push(join(next, entry.name))
  }
  return found
}
