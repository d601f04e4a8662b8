import type { ChangedFile } from '../core/events.ts'

/** This many files with as many lines out as in are one name that changed everywhere. */
const WIDE = 10

/**
 * What is really changed: without files that were only moved, those that follow them, and a name replaced line for line
 * in many places. Git lists a moved file as one deleted and one added.
 */
export function withoutMoves(files: ChangedFile[]): ChangedFile[] {
  const moved = movesIn(files)
  const rest = files.filter(({ path }) => !moved.has(path))
  const even = new Set(rest.filter((file) => file.change === 'modified' && file.added === file.deleted))
  return moved.size > 0 || even.size >= WIDE ? rest.filter((file) => !even.has(file)) : rest
}

/** Where each moved file was before; one that is no more is where it was. */
export function movesIn(files: ChangedFile[]): Map<string, string> {
  const free = new Map<string, ChangedFile[]>()
  for (const file of files) if (file.change === 'deleted') keep(free, file)
  const moves = new Map<string, string>()
  for (const file of files) {
    const from = file.change === 'added' ? takeLike(free, file, moves) : null
    if (from === null) continue
    moves.set(file.path, from)
    moves.set(from, from)
  }
  return moves
}

function keep(free: Map<string, ChangedFile[]>, file: ChangedFile): void {
  for (const key of keysOf(file)) {
    const list = free.get(key) ?? []
    list.push(file)
    free.set(key, list)
  }
}

function takeLike(
  free: Map<string, ChangedFile[]>,
  file: ChangedFile,
  moves: Map<string, string>,
): string | null {
  for (const key of keysOf(file)) {
    const list = free.get(key) ?? []
    while (moves.has(list.at(-1)?.path ?? '')) list.pop()
    const before = list.at(-1)
    if (before && isLike(before, file)) return before.path
  }
  return null
}

/** By its name, or by its kind and length: one of them stays when a file is moved. */
function keysOf({ path, added, deleted }: ChangedFile): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return [`name ${name}`, `lines ${name.slice(name.lastIndexOf('.'))} ${added + deleted}`]
}

function isLike(before: ChangedFile, after: ChangedFile): boolean {
  return Math.abs(before.deleted - after.added) <= 0.2 * Math.max(before.deleted, after.added)
}
