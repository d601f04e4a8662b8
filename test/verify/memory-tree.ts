import { type Inspection, inspectTampering } from '../../src/verify/tamper.ts'
import type { TreeReader } from '../../src/verify/tree-reader.ts'

export type Files = Record<string, string>

/** A commit in memory. A text with a NUL stands for a binary file. */
export function tree(files: Files): TreeReader {
  const known = new Map(Object.entries(files))
  return {
    paths: () => [...known.keys()].sort(),
    has: (path) => known.has(path),
    read: async (path) => {
      const text = known.get(path)
      return text === undefined || text.includes('\0') || text.length > 2_000_000 ? null : text
    },
  }
}

function changesBetween(base: Files, head: Files) {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].sort()
  return paths.flatMap((path): { path: string; change: 'added' | 'modified' | 'deleted' }[] => {
    if (base[path] === head[path]) return []
    if (base[path] === undefined) return [{ path, change: 'added' }]
    return [{ path, change: head[path] === undefined ? 'deleted' : 'modified' }]
  })
}

/** `edits` over `base`: a text replaces or adds a file, null deletes it. */
export function edited(base: Files, edits: Record<string, string | null>): Files {
  const merged = Object.entries({ ...base, ...edits })
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null))
}

export async function inspect(
  base: Files,
  edits: Record<string, string | null>,
  plan: { setup?: string[]; test?: string | null; acceptance?: string[] } = {},
): Promise<Inspection> {
  const head = edited(base, edits)
  const { setup = [], test = 'npm test', acceptance = [] } = plan
  return inspectTampering(tree(base), tree(head), changesBetween(base, head), { setup, test, acceptance })
}

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
