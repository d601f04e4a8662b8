import { relative } from 'node:path'
import {
  bytesAt,
  makeFolders,
  missingFolders,
  putFile,
  sha256,
  takeFile,
  takeFolders,
} from './file-changes.ts'
import type { Ignored, PluginRecord, Registration } from './record.ts'
import type { Scope } from './scope.ts'

/** Lines of a repository's `info/exclude`: files that name paths of this machine are not for anybody's commit. */

/** Worktrees share the file: each has lines of its own. */
const first = (root: string) => `# wiggum plugin in ${root}: only for this machine`
const LAST = '# end of wiggum plugin'

export interface IgnorePlan {
  /** What to remember of it; `null` once nothing is ignored any more. */
  ignored: Ignored | null
  carryOut(): void
}

/** Whatever was made in the project by those that are registered there now. */
export function planIgnored(
  { root, exclude }: Scope,
  known: Ignored | undefined,
  registered: Registration[],
): IgnorePlan | null {
  if (root === null || exclude === null) return null
  const files = registered.filter((each) => each.root === root).flatMap((each) => each.files)
  const made = files.filter(({ before }) => before === null).map(({ path }) => path)
  const base = withoutBlock(exclude, root, known)
  const folders = [...new Set([...(known?.folders ?? []), ...missingFolders(exclude)])]
  if (made.length === 0) {
    const carryOut = () => {
      if (base === null) takeFile(exclude)
      else putFile(exclude, base)
      takeFolders(folders)
    }
    return { ignored: null, carryOut }
  }
  const bytes = withBlock(base, root, made)
  const carryOut = () => {
    makeFolders(folders)
    putFile(exclude, bytes)
  }
  const before = base?.toString('base64') ?? null
  return { ignored: { root, path: exclude, before, after: sha256(bytes), folders }, carryOut }
}

/** The list for the record. */
export function withPlan(old: PluginRecord | null, { root }: Scope, plan: IgnorePlan | null): Ignored[] {
  const others = (old?.ignored ?? []).filter((each) => each.root !== root || plan === null)
  return plan?.ignored ? [...others, plan.ignored] : others
}

function withoutBlock(path: string, root: string, known: Ignored | undefined): Buffer | null {
  const current = bytesAt(path)
  if (current === null) return null
  if (known?.path === path && known.after === sha256(current))
    return known.before === null ? null : Buffer.from(known.before, 'base64')
  const text = current.toString('utf8')
  const from = text.indexOf(`${first(root)}\n`)
  const to = text.indexOf(`${LAST}\n`, from)
  return from < 0 || to < 0 ? current : Buffer.from(text.slice(0, from) + text.slice(to + LAST.length + 1))
}

function withBlock(before: Buffer | null, root: string, paths: string[]): Buffer {
  const text = before?.toString('utf8') ?? ''
  const gap = text === '' || text.endsWith('\n') ? '' : '\n'
  const patterns = paths.map((path) => `/${relative(root, path).replace(/[*?[\]\\ !#]/g, '\\$&')}`)
  return Buffer.from(`${text}${gap}${[first(root), ...patterns, LAST].join('\n')}\n`)
}
