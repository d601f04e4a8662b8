import type { TreeReader } from '../../verify/tree-reader.ts'
import type { RunContext } from '../context.ts'

const MAX_TEXT_BYTES = 2_000_000

type Place = Pick<RunContext, 'outside' | 'vault'>

/** How many neighbours are read along with a file. */
const AHEAD = 500

/**
 * A commit's tree as the verification rules read it: text only, from git, never from a work tree.
 * `likely` names files that will be read in their order: one git each would take minutes where there are thousands.
 */
export async function readTree(place: Place, commit: string, likely: string[] = []): Promise<TreeReader> {
  const { outside, vault } = place
  const entries = await outside.vaultTree(vault, commit)
  const ahead = readAhead(place, entries, new Set(likely))
  return treeReader(entries, async (path) => (await ahead(path)) ?? outside.vaultFile(vault, commit, path))
}

function readAhead(
  { outside, vault }: Place,
  entries: readonly { path: string; mode: string; oid: string }[],
  likely: Set<string>,
) {
  const files = entries.filter(({ path, mode }) => likely.has(path) && mode.startsWith('100'))
  const places = new Map(files.map(({ path }, index) => [path, index]))
  let from = -1
  let read: Promise<Map<string, Buffer>> = Promise.resolve(new Map())
  return async (path: string): Promise<Buffer | null> => {
    const place = places.get(path)
    if (place === undefined) return null
    const start = place - (place % AHEAD)
    if (start !== from) {
      const oids = files.slice(start, start + AHEAD).map((file) => file.oid)
      read = outside.vaultBlobs(vault, oids, MAX_TEXT_BYTES)
      from = start
    }
    return (await read).get(files[place]!.oid) ?? null
  }
}

export function treeReader(
  entries: readonly { path: string }[],
  file: (path: string) => Promise<Buffer | null>,
): TreeReader {
  const known = new Set(entries.map((entry) => entry.path))
  return {
    paths: () => [...known],
    has: (path) => known.has(path),
    read: async (path) => {
      if (!known.has(path)) return null
      const bytes = await file(path)
      if (!bytes || bytes.length > MAX_TEXT_BYTES || bytes.includes(0)) return null
      return bytes.toString('utf8')
    },
  }
}
