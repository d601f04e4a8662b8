import { resolvedPath } from './paths.ts'
import type { Running } from './running.ts'

export interface GitCall {
  verb: string
  args: string[]
  /** Where it works; `null`: not known. */
  dir: string | null
  /** What the call itself gives names to: `-c alias.x=…`. */
  aliases: ReadonlyMap<string, string>
}

const WITH_VALUE = new Set(['-c', '--git-dir', '--work-tree', '--namespace', '--exec-path'])

/** `git` without the options that stand before its verb; `null` if it is another program. */
export function gitCall({ words, cwd }: Pick<Running, 'words' | 'cwd'>): GitCall | null {
  if (words[0] !== 'git') return null
  let dir = cwd
  const aliases = new Map<string, string>()
  let at = 1
  while (words[at]?.startsWith('-')) {
    const option = words[at]!
    const value = words[at + 1] ?? ''
    const place = /^--(?:git-dir|work-tree)(?:=(.*))?$/.exec(option)
    const alias = option === '-c' ? /^alias\.([^=]+)=([\s\S]*)$/.exec(value) : null
    if (alias) aliases.set(alias[1]!, alias[2]!)
    if (option === '-C') dir = resolvedPath(value, dir)
    else if (place) dir = resolvedPath((place[1] ?? value).replace(/\/?\.git\/?$/, '') || '.', dir)
    at += option === '-C' || WITH_VALUE.has(option) ? 2 : 1
  }
  return { verb: words[at] ?? '', args: words.slice(at + 1), dir, aliases }
}

export function isRehearsal(args: string[]): boolean {
  return args.some((word) => /^(?:-n|--dry-run(?:=.*)?|--help|-h)$/.test(word))
}
