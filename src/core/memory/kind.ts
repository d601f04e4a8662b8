import { memoryLimits, roleBound } from '../../policy/memory.ts'
import type { Lesson } from './lesson.ts'

/** What kind of lesson runs have made of it. What a person or a file called it, it stays. */
export function named(lesson: Lesson): Lesson {
  if (lesson.by !== 'runs') return lesson
  const role = roleBound[lesson.category ?? ''] ?? null
  if (role !== null) return { ...lesson, kind: 'archetype-hint', role }
  return { ...lesson, kind: isCured(lesson) ? 'pattern' : 'anti-pattern' }
}

/** Whenever it came up it was mended, and how is known. */
function isCured({ met, fixed, fix }: Lesson): boolean {
  return fix !== '' && met.length >= memoryLimits.recursFrom && met.every((run) => fixed.includes(run))
}
