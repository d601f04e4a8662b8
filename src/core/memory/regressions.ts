import type { EventData } from '../events.ts'
import type { Lesson } from './lesson.ts'

export type Regression = NonNullable<EventData['run.complete']['regressions']>[number]

/** What a run met again although the last run that had met it mended it. */
export function regressionsOf(lessons: Lesson[], run: string): Regression[] {
  return lessons.flatMap(({ id, text, met, fixed }): Regression[] => {
    const before = met[met.indexOf(run) - 1]
    if (before === undefined || !fixed.includes(before)) return []
    return [{ lesson: id, text, fixed_in: before, stands: !fixed.includes(run) }]
  })
}
