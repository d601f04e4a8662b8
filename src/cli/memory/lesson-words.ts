import type { Lesson } from '../../core/memory/lesson.ts'
import { columns, shortened } from '../../report/columns.ts'
import { oneLine } from '../../report/words.ts'

/** Lessons as rows of a table. */
export function lessonRows(lessons: Lesson[]): string[] {
  const cells = lessons.map((lesson) => [
    lesson.id,
    lesson.kind,
    lesson.role ?? 'makers',
    lesson.domain ?? 'any',
    String(lesson.frequency),
    lesson.injected.length === 0 ? '-' : `${lesson.injected.length}, ${lesson.repeated.length} repeated`,
    standing(lesson),
    shortened(lessonLine(lesson), 100),
  ])
  return columns([['id', 'kind', 'for', 'domain', 'met', 'given', 'state', 'lesson'], ...cells])
}

/** For a screen: it is somebody else's text. */
export function lessonLine({ text, files }: Pick<Lesson, 'text' | 'files'>): string {
  const where = files.length > 0 ? ` (${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''})` : ''
  return oneLine(`${text}${where}`, 1000)
}

function standing({ state, archivedFor }: Lesson): string {
  return state === 'archived' ? `archived: ${archivedFor}` : state
}
