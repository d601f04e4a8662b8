import type { DetectorSettings } from '../../detectors/settings.ts'
import { topLessons } from '../lessons.ts'
import type { Lesson } from './lesson.ts'
import { type Aimed, type Relevance, relevanceOf } from './relevance.ts'

export interface Chosen extends Relevance {
  lesson: Lesson
}

/** What a run is given: what is relevant, within the limits. What was repeated in spite of it comes first. */
export function chooseLessons(
  lessons: Lesson[],
  aimed: Aimed,
  limits: { max: number; detectors: DetectorSettings },
): Chosen[] {
  const relevance = relevanceOf(aimed)
  const fitting = lessons.flatMap((lesson) => {
    const found = lesson.state === 'active' ? relevance(lesson) : null
    return found ? [{ lesson, ...found, text: lesson.text, count: lesson.frequency }] : []
  })
  return topLessons(fitting.toSorted(nearestFirst), limits.detectors)
    .slice(0, limits.max)
    .toSorted((a, b) => b.lesson.repeated.length - a.lesson.repeated.length || nearestFirst(a, b))
    .map(({ lesson, why, rank }) => ({ lesson, why, rank }))
}

function nearestFirst(a: Chosen, b: Chosen): number {
  const order = b.rank - a.rank || b.lesson.frequency - a.lesson.frequency
  return order || (a.lesson.id < b.lesson.id ? -1 : 1)
}
