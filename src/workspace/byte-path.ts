import { lstatSync, realpathSync, type Stats } from 'node:fs'

/**
 * A path below a folder as a latin1 string: one character a byte, so that a name which is not UTF-8 survives the way from git
 * to the file system and back.
 */
export type BytePath = string

export function bytesOf(dir: string, path: BytePath): Buffer {
  return Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(path, 'latin1')])
}

export function readable(path: BytePath): string {
  return Buffer.from(path, 'latin1').toString('utf8')
}

/** Null for a name that is not UTF-8: such a name cannot go into an argument or the environment. */
export function asText(path: BytePath): string | null {
  const text = readable(path)
  return Buffer.from(text).equals(Buffer.from(path, 'latin1')) ? text : null
}

export function nulTerminated(paths: BytePath[]): Buffer {
  return Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1')
}

export function statOf(dir: string, path: BytePath): Stats | null {
  try {
    return lstatSync(bytesOf(dir, path))
  } catch {
    return null
  }
}

/** False when a folder on the way is a symbolic link, so that the path leads somewhere else. */
export function isReallyInside(dir: string, path: BytePath): boolean {
  const slash = path.lastIndexOf('/')
  if (slash < 0) return true
  try {
    const parent = path.slice(0, slash)
    const real = realpathSync.native(bytesOf(dir, parent), { encoding: 'buffer' })
    return real.equals(bytesOf(realpathSync(dir), parent))
  } catch {
    return false
  }
}
