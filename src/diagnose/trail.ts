import type { Step } from '../steps/step.ts'
import type { ForwardKind } from './diagnosed-run.ts'
import type { Forward } from './progress.ts'

/** Letters of a trail: what moved the work forward, what failed, and the rest. */
const LETTERS: Record<ForwardKind, string> = { edit: 'E', test: 'T', read: 'R', todo: 'D' }
const FAILED = 'x'
const OTHER = '.'

/** A trail is looked at: more than this fits nowhere. */
export const MAX_TRAIL = 400

export function letterOf(step: Step, forward: Forward | null): string {
  if (forward) return LETTERS[forward.kind]
  return step.failed === true || step.edit?.ok === false ? FAILED : OTHER
}
