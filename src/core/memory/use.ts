import { memoryLimits } from '../../policy/memory.ts'
import type { Lesson, RunFacts } from './lesson.ts'
import { latest, shortText } from './meet.ts'

/**
 * Who was given it, and whether that helped. Repeated once, it is strengthened (what is repeated stands first, and says
 * so); twice, it is put in the words of whoever found it again; three times, it is removed. A person's words stay.
 */
export function noteUse(lesson: Lesson, { run, shown, repeated }: RunFacts): Lesson {
  if (!shown.includes(lesson.id)) return lesson
  const injected = latest([...lesson.injected, run], memoryLimits.runs)
  const again = repeated.find((each) => each.lesson === lesson.id)
  if (!again || lesson.repeated.includes(run)) return { ...lesson, injected }
  const used = { ...lesson, injected, repeated: latest([...lesson.repeated, run], memoryLimits.runs) }
  if (lesson.by === 'person') return used
  if (used.repeated.length >= memoryLimits.removeAt)
    return { ...used, state: 'archived', archivedFor: 'ineffective' }
  if (used.repeated.length < memoryLimits.rewordAt) return used
  return { ...used, text: shortText(again.finding.description) || lesson.text }
}
