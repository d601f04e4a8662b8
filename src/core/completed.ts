import { PLANNED } from './decide/dry-run.ts'

/** The work is proven: landed, or verified and left unmerged. A plan alone is no work. */
export function isCompleted({ exit_code, status }: { exit_code: number; status: string }): boolean {
  return (exit_code === 0 || exit_code === 11) && status !== PLANNED
}
