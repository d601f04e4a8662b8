import { memoryLimits } from '../../policy/memory.ts'
import { fnv1a64 } from '../fnv1a.ts'
import type { RunState } from '../state.ts'
import type { Memory, ReviewedChange } from './lesson.ts'
import { latest } from './meet.ts'

/**
 * The names by which a change under review is known again: its commit, and what it was called with what it stands on,
 * for it may be amended. `null`: the run made its change itself.
 */
export function changeNames({ start }: RunState): string[] | null {
  if (!start?.review) return null
  const { head, what } = start.review
  return [head, fnv1a64(JSON.stringify([start.base, what]))]
}

/** The run that counts for this one: of several reviews of one change, the first. */
export function countedAs({ changes }: Memory, run: string, names: string[] | null = null): string {
  const known = changes.find(
    (change) => change.runs.includes(run) || change.names.some((name) => names?.includes(name)),
  )
  return known?.runs[0] ?? run
}

/** The change moves to the end, for what is reviewed over and over must not be forgotten for its age. */
export function withReview(changes: ReviewedChange[], run: string, names: string[]): ReviewedChange[] {
  const isSame = (change: ReviewedChange) => change.names.some((name) => names.includes(name))
  const same = changes.find(isSame)
  const [first = run, ...later] = same?.runs ?? []
  const change = {
    names: latest([...(same?.names ?? []), ...names], memoryLimits.runs),
    runs: latest([first, ...latest([...later, run], memoryLimits.runs)], memoryLimits.runs + 1),
  }
  return [...changes.filter((each) => each !== same), change].slice(-memoryLimits.counted)
}
