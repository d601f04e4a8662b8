import { cleanText } from '../contracts/clean-text.ts'

/** What could not be read, by name, and how often. */
export interface Problem {
  kind: 'torn' | 'unknown'
  what: string
  count: number
}

const MAX_NAME = 120
/** A hostile file has a new name in every line. */
const MAX_NAMES = 40
const OTHERS = 'others'

export function createProblems(): { add(kind: Problem['kind'], what: string): void; all(): Problem[] } {
  const found = new Map<string, Problem>()
  return {
    add: (kind, what) => {
      const name = cleanText(what, MAX_NAME).replaceAll(/\s+/g, ' ').trim()
      const told = found.has(`${kind} ${name}`) || found.size < MAX_NAMES ? name : OTHERS
      const key = `${kind} ${told}`
      const problem = found.get(key) ?? { kind, what: told, count: 0 }
      problem.count += 1
      found.set(key, problem)
    },
    all: () => [...found.values()],
  }
}
