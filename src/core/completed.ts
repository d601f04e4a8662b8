import { PLANNED } from './decide/dry-run.ts'

/** The work is proven: landed, or verified and left unmerged. A plan alone is no work. */
export function isCompleted({ exit_code, status }: { exit_code: number; status: string }): boolean {
  return (exit_code === 0 || exit_code === 11) && status !== PLANNED
}

/** Findings open, red, a break, no progress, the budget: it led nowhere, or took all there was. */
const NOWHERE = new Set([10, 12, 21, 22, 23, 24])

/** Whether a run ended without success. `null`: how it ended says nothing of that. */
export function cameToNothing(ended: { exit_code: number; status: string }): boolean | null {
  if (isCompleted(ended)) return false
  // A person's no is about what was made, not about whether making it got anywhere.
  if (ended.status === 'refused') return null
  return NOWHERE.has(ended.exit_code) ? true : null
}
