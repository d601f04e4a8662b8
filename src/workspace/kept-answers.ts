import type { Vault } from './vault.ts'

/** For each vault, the answers used last are kept, at most this many. */
const MOST = 8

const answers = new WeakMap<Vault, Map<string, Promise<unknown>>>()

/** What git says of commits never changes, so it is asked once for each. What could not be answered is asked again. */
export function kept<T>(vault: Vault, question: string, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(vault) ?? new Map<string, Promise<unknown>>()
  answers.set(vault, known)
  // The question names its kind, so the answer kept for it has the type that is asked for.
  const answer = (known.get(question) as Promise<T> | undefined) ?? ask()
  known.delete(question)
  known.set(question, answer)
  answer.catch(() => known.delete(question))
  for (const oldest of [...known.keys()].slice(0, -MOST)) known.delete(oldest)
  return answer
}
