import type { RunFacts } from './facts.ts'

/** Where the work is: its name, and which. */
export function workPlace({ reviewed, session, branch }: RunFacts): [string, string] {
  if (reviewed !== null) return ['Reviewed', reviewed]
  return session !== null ? ['Session', session] : ['Branch', branch ?? '']
}
