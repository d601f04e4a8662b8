import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A program of ours: beside us when bundled (dist/ or dist/chunks/), in the project's dist/ when run from the sources. */
export function ownFile(name: string): string | null {
  let folder = dirname(fileURLToPath(import.meta.url))
  for (let level = 0; level < 4; level++, folder = dirname(folder)) {
    const file = [join(folder, name), join(folder, 'dist', name)].find(existsSync)
    if (file) return file
  }
  return null
}
