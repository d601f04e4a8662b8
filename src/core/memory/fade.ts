import type { Lesson } from './lesson.ts'

/**
 * A counted run did not meet it. After so many in a row its frequency is halved, and the counting begins anew; at
 * nothing it is archived, and what never became a lesson is dropped (`null`). A person's lesson does not fade.
 */
export function fade(lesson: Lesson, after: number): Lesson | null {
  if (lesson.by === 'person' || lesson.state === 'archived') return lesson
  const idle = lesson.idle + 1
  if (idle < after) return { ...lesson, idle }
  const frequency = Math.floor(lesson.frequency / 2)
  if (frequency > 0) return { ...lesson, idle: 0, frequency }
  if (lesson.state === 'seen') return null
  return { ...lesson, state: 'archived', archivedFor: 'faded', idle: 0, frequency }
}
