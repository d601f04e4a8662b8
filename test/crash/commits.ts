import { createHash } from 'node:crypto'

/** A repository in memory: commits that never change, and which of them have come how far. Text files only. */

export type Tree = Readonly<Record<string, string>>

export interface Commit {
  tree: Tree
  parents: readonly string[]
  message: string
}

function idOf(what: unknown): string {
  return createHash('sha1').update(JSON.stringify(what)).digest('hex')
}

const treeIds = new WeakMap<Tree, string>()

export function treeId(tree: Tree): string {
  const known = treeIds.get(tree) ?? idOf(Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1)))
  treeIds.set(tree, known)
  return known
}

export function blobId(text: string): string {
  return idOf(['blob', text])
}

/** The same files and parents, said in the same words at the same time, are the same commit. */
export function addCommit(commits: Map<string, Commit>, commit: Commit, date = ''): string {
  const { tree, parents, message } = commit
  const id = idOf([treeId(tree), parents, message, date])
  commits.set(id, commit)
  return id
}

export function ancestors(commits: Map<string, Commit>, id: string): Set<string> {
  const seen = new Set<string>()
  const queue = [id]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    queue.push(...(commits.get(next)?.parents ?? []))
  }
  return seen
}

/** The branch as its owner sees it: newest first. */
export function firstParents(commits: Map<string, Commit>, tip: string): string[] {
  const line: string[] = []
  for (let at: string | undefined = tip; at !== undefined; at = commits.get(at)?.parents[0]) line.push(at)
  return line
}

export interface Difference {
  path: string
  before: string | null
  after: string | null
}

export function differences(from: Tree, to: Tree): Difference[] {
  const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort()
  return paths
    .map((path) => ({ path, before: from[path] ?? null, after: to[path] ?? null }))
    .filter(({ before, after }) => before !== after)
}

export function withChanges(tree: Tree, changes: { path: string; after: string | null }[]): Tree {
  const files: Record<string, string> = { ...tree }
  for (const { path, after } of changes) {
    if (after === null) delete files[path]
    else files[path] = after
  }
  return files
}

/** File by file; two sides that both changed a file, each in its own way, are a conflict. */
export function mergeTrees(
  base: Tree,
  ours: Tree,
  theirs: Tree,
): { ok: true; tree: Tree } | { ok: false; files: string[] } {
  const mine = new Map(differences(base, ours).map((each) => [each.path, each.after]))
  const other = differences(base, theirs)
  const files = other.filter(({ path, after }) => mine.has(path) && mine.get(path) !== after)
  if (files.length > 0) return { ok: false, files: files.map(({ path }) => path) }
  return { ok: true, tree: withChanges(ours, other) }
}

export function mergeBase(commits: Map<string, Commit>, one: string, other: string): string {
  const known = ancestors(commits, one)
  const shared = firstParents(commits, other).find((id) => known.has(id))
  if (shared === undefined) throw new Error(`${one} and ${other} have nothing in common`)
  return shared
}

export function linesOf(text: string | null): string[] {
  return text === null || text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

export function diffOf(changes: Difference[]): string {
  return changes
    .map(({ path, before, after }) => {
      const [old, young] = [linesOf(before), linesOf(after)]
      const head = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,${old.length} +1,${young.length} @@\n`
      return `${head}${old.map((line) => `-${line}\n`).join('')}${young.map((line) => `+${line}\n`).join('')}`
    })
    .join('')
}
