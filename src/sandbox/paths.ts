import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, normalize } from 'node:path'
import type { Place } from './box.ts'

/** The path itself counts as inside. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

/** As a user writes it: `~` is the home folder. `null`: neither absolute nor there. */
export function expand(path: string, home: string | null): string | null {
  if (path === '~' || path.startsWith('~/'))
    return home === null ? null : normalize(join(home, path.slice(1)))
  return isAbsolute(path) ? normalize(path) : null
}

/** Where a path really is, and what; `null` if there is nothing. */
export function placeOf(path: string): Place | null {
  try {
    const real = realpathSync(path)
    return { path: real, folder: statSync(real).isDirectory() }
  } catch {
    return null
  }
}
