import { git } from './git.ts'
import type { Vault } from './vault.ts'

const MAX_WORDS = 200
/** A base that takes longer than this is too large to ask. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 16 * 1024 * 1024

export interface Asked {
  words: string[]
  /** Patterns of paths; none: everywhere. */
  only: string[]
  /** Whether `Flask` is `flask`; then what is found is in lower case. */
  ignoreCase: boolean
}

/** Which of the words a commit's files have, whole. `null`: git could not tell. */
export async function wordsInCommit(
  vault: Vault,
  commit: string,
  { words, only, ignoreCase }: Asked,
): Promise<Set<string> | null> {
  if (words.length === 0) return new Set()
  const wanted = words.slice(0, MAX_WORDS).flatMap((word) => ['-e', word])
  const how = ['-I', '-F', '-w', '-o', '-h', '--no-color', ...(ignoreCase ? ['-i'] : [])]
  const args = ['grep', ...how, ...wanted, commit, '--', ...only]
  const found = await git(vault.dir, args, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
  // 1 is git's way to say that there is none.
  if (found.code !== 0 && found.code !== 1) return null
  const text = found.stdout.toString('utf8')
  return new Set((ignoreCase ? text.toLowerCase() : text).split('\n'))
}
