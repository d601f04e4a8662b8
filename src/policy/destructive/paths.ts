import type { Place } from './operation.ts'

/** By its name alone: where a link leads is not seen. */

const HOME = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/

/** `null`: it begins with something that only a shell knows. */
export function resolvedPath(path: string, cwd: string | null): string | null {
  const plain = path.startsWith('file://') ? path.slice('file://'.length) : path
  if (HOME.test(plain)) return flat(plain.replace(HOME, '~'))
  if (/^[$`]/.test(plain)) return null
  if (/^[/~]/.test(plain)) return flat(plain)
  return cwd === null ? null : flat(`${cwd}/${plain}`)
}

/** The whole path if it is neither in the workspace nor the call's own; `null` if it is, or is not known. */
export function outsidePath(path: string, cwd: string | null, { workspace, own }: Place): string | null {
  const whole = resolvedPath(path, cwd)
  if (whole === null) return null
  return [workspace, ...own].some((folder) => isIn(whole, flat(folder))) ? null : whole
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? folder : `${folder}/`)
}

function flat(path: string): string {
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return path.startsWith('/') ? `/${names.join('/')}` : names.join('/')
}
