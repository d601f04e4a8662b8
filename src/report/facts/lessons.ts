import { repeatsIn } from '../../core/memory/repeats.ts'
import type { RunState } from '../../core/state.ts'
import type { LessonFacts } from './facts.ts'

/** What the run was told of earlier ones, whether it met that all the same, and what had been mended and is back. */
export function lessonsOf(state: RunState): LessonFacts {
  const found = Object.values(state.reviews).flatMap(({ effective }) => effective)
  const again = new Set(repeatsIn(state, found).map(({ lesson }) => lesson.id))
  return {
    told: (state.context?.lessons ?? []).map(({ id, kind, text, why }) => ({
      id,
      kind,
      text,
      why,
      met: again.has(id) ? 'met again' : 'not met',
    })),
    back: (state.ended?.regressions ?? []).map(({ lesson, text, fixed_in, stands }) => ({
      id: lesson,
      text,
      mended_by: fixed_in,
      now: stands ? 'stands' : 'mended again',
    })),
  }
}
