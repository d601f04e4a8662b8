import type { Contract } from '../events.ts'
import type { RunState } from '../state.ts'

/** What the work is for: the task, and what was asked for since. */
export interface Aim {
  task: string
  /** Answers of the user's, what reviewers want mended, what has to hold in the end. */
  also: string[]
  /** The agent's own list. */
  todos: string[]
  files: string[]
  /** Where checks failed: what was there before may have to be mended there. */
  places: string[]
}

const MAX_TEXT = 2_000
/** Red is what these are to be. */
const MUST_FAIL = new Set(['proof', 'can-fail', 'canary', 'canary-base', 'canary-cause', 'sabotage'])
const PLACE = /(?<![\w/.-])((?:[\w@-]+\/){1,12}[\w@.-]+\.[A-Za-z]\w{0,5})(?=[:(]\d|", line \d)/g

export function aimOf(state: RunState, todos: Contract['todos'], defended: string[] = []): Aim {
  const { task, files, verify } = state.start!
  const answers = Object.values(state.gates).flatMap(({ text }) => text ?? [])
  const wanted = Object.values(state.reviews).flatMap(({ effective }) =>
    effective
      .filter(({ severity }) => severity !== 'INFO')
      .map(({ file, description, fix }) => `${file ?? ''} ${description} ${fix}`),
  )
  const failed = Object.values(state.verified).flatMap(({ kind, checks }) =>
    checks.filter(({ exit }) => exit !== 0 && !MUST_FAIL.has(kind)).flatMap(({ tail }) => placesIn(tail)),
  )
  return {
    task,
    also: [...answers, ...state.said, ...verify.acceptance, ...wanted].map((text) => text.slice(0, MAX_TEXT)),
    todos: todos.map(({ content }) => content),
    files: [...files, ...verify.required_files, ...defended],
    places: [...new Set(failed)],
  }
}

/** Files that the output of a failed check points at, by a line number. */
function placesIn(tail: string): string[] {
  return [...tail.matchAll(PLACE)].map(([, path = '']) => path).slice(0, 50)
}
