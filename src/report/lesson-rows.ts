import { repeatsIn } from '../core/memory/repeats.ts'
import type { RunState } from '../core/state.ts'

/** What the run was told of earlier ones, and whether it met that all the same. */
export function lessonRows(state: RunState): string[][] {
  const found = Object.values(state.reviews).flatMap(({ effective }) => effective)
  const again = new Set(repeatsIn(state, found).map(({ lesson }) => lesson.id))
  return (state.context?.lessons ?? []).map(({ id, kind, text, why }) => [
    id,
    kind,
    text,
    why,
    again.has(id) ? 'met again' : 'not met',
  ])
}

/** What an earlier run had mended, and this one met again. */
export function regressionRows({ ended }: RunState): string[][] {
  return (ended?.regressions ?? []).map(({ lesson, text, fixed_in, stands }) => [
    lesson,
    text,
    fixed_in,
    stands ? 'stands' : 'mended again',
  ])
}
