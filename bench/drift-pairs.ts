/**
 * Tasks with changes, each judged by a reader: has the work left its task? Written before the rule was first run; what
 * is tuned is tuned on the half marked so, and the other half is only read out.
 */

export interface Change {
  path: string
  how: 'added' | 'modified' | 'deleted'
  lines: number
  /** What came, in short. */
  text: string
  /** What stands around it in a file that was there before. */
  around: string
}

export interface Pair {
  task: string
  /** Why it is drifted; `null`: it is not. */
  drifted: string | null
  changes: Change[]
  /** Files that were not changed: path → text. */
  beside: Record<string, string>
  todos: string[]
}

export const add = (path: string, lines: number, text: string): Change => ({
  path,
  how: 'added',
  lines,
  text,
  around: '',
})

export const mod = (path: string, lines: number, text: string, around = ''): Change => ({
  path,
  how: 'modified',
  lines,
  text,
  around,
})

export const del = (path: string, lines: number, text: string): Change => ({
  path,
  how: 'deleted',
  lines,
  text,
  around: '',
})

type Rest = Partial<Pick<Pair, 'beside' | 'todos'>>

export function honest(task: string, changes: Change[], rest: Rest = {}): Pair {
  return { task, drifted: null, changes, beside: {}, todos: [], ...rest }
}

export function drifts(task: string, drifted: string, changes: Change[], rest: Rest = {}): Pair {
  return { task, drifted, changes, beside: {}, todos: [], ...rest }
}
