import { memoryLimits } from '../../policy/memory.ts'
import { closenessOf } from './closeness.ts'
import type { LessonKind } from './kinds.ts'
import type { Lesson, Memory } from './lesson.ts'
import { latest, lessonId } from './meet.ts'

/** A lesson that no run has made: a person's, or one from elsewhere. */
export interface NewLesson {
  by: 'person' | 'import'
  kind: LessonKind
  domain: string | null
  role: string | null
  category: string | null
  files: string[]
  text: string
  fix: string
  wordings: string[]
  frequency: number
}

export interface Taken {
  memory: Memory
  lesson: Lesson
  /** It was known, in these or in other words. */
  known: boolean
}

/** One more lesson; what is known in other words is the same one, and comes back from the archive. */
export function takeIn(memory: Memory, given: NewLesson): Taken {
  const subject = { ...given, wordings: [given.text, ...given.wordings] }
  const closeness = closenessOf()
  const [same] = memory.lessons
    .filter(({ role }) => role === given.role)
    .flatMap((lesson) => {
      const score = closeness(lesson, subject)
      return score === null ? [] : [{ lesson, score }]
    })
    .toSorted((a, b) => b.score - a.score)
  if (!same) return { memory: added(memory, given), lesson: fresh(given), known: false }
  const lesson = joined(same.lesson, given)
  const lessons = memory.lessons.map((each) => (each === same.lesson ? lesson : each))
  return { memory: { ...memory, lessons }, lesson, known: true }
}

function added(memory: Memory, given: NewLesson): Memory {
  return { ...memory, lessons: [...memory.lessons, fresh(given)] }
}

function fresh(given: NewLesson): Lesson {
  const { wordings, ...rest } = given
  return {
    ...rest,
    id: lessonId(given.role ?? '', given.category ?? '', given.files.join(), given.text),
    state: 'active',
    archivedFor: null,
    wordings: latest([given.text, ...wordings], memoryLimits.wordings),
    idle: 0,
    met: [],
    fixed: [],
    injected: [],
    repeated: [],
  }
}

/** It keeps its id and what is known of its use. What a person says of it is so from now on. */
function joined(lesson: Lesson, given: NewLesson): Lesson {
  const said =
    given.by === 'person' ? { by: given.by, kind: given.kind, role: given.role, text: given.text } : {}
  return {
    ...lesson,
    ...said,
    state: 'active',
    archivedFor: null,
    idle: 0,
    files:
      given.files.length === 0 ? lesson.files : latest([...lesson.files, ...given.files], memoryLimits.files),
    fix: lesson.fix || given.fix,
    wordings: latest([...lesson.wordings, given.text, ...given.wordings], memoryLimits.wordings),
    frequency: Math.max(lesson.frequency, given.frequency),
  }
}
