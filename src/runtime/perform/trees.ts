import type { TreeReader } from '../../verify/tree-reader.ts'
import { type Vault, vaultFile, vaultTree } from '../../workspace/vault.ts'

const MAX_TEXT_BYTES = 2_000_000

/** A commit's tree as the verification rules read it: text only, from git, never from a work tree. */
export async function readTree(vault: Vault, commit: string): Promise<TreeReader> {
  return treeReader(await vaultTree(vault, commit), (path) => vaultFile(vault, commit, path))
}

export function treeReader(
  entries: { path: string }[],
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
