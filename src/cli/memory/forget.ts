import type { Lesson, Memory } from '../../core/memory/lesson.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { openPlace } from '../../runtime/project.ts'
import { changeMemory, readMemory } from '../../store/memory-file.ts'
import { type Call, flag } from '../command.ts'
import { lessonLine } from './lesson-words.ts'

/** Into the archive, from which no run takes it back; or away. */
export async function forgetLesson(call: Call): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  const lesson = findLesson(readMemory(layout), call.args[1] ?? '')
  const forGood = flag(call, 'forGood')
  await changeMemory(layout, (memory) => ({
    ...memory,
    lessons: memory.lessons.flatMap((each): Lesson[] => {
      if (each.id !== lesson.id) return [each]
      return forGood ? [] : [{ ...each, state: 'archived', archivedFor: 'forgotten' }]
    }),
  }))
  const done = forGood ? 'Deleted' : 'Archived'
  if (call.json) call.out(JSON.stringify({ id: lesson.id, deleted: forGood }))
  else call.out(`${done} ${lesson.id}: ${lessonLine(lesson)}`)
  return EXIT.ok
}

/** By its id, or the beginning of one. */
function findLesson({ lessons }: Memory, wanted: string): Lesson {
  if (wanted === '')
    throw new Problem(EXIT.usage, 'Which lesson is to be forgotten?', 'Name its id: wiggum memory list.')
  const exact = lessons.find(({ id }) => id === wanted)
  const near = lessons.filter(({ id }) => id.startsWith(wanted))
  const found = exact ?? (near.length === 1 ? near[0] : undefined)
  if (found) return found
  const problem = near.length > 1 ? `"${wanted}" fits several lessons` : `There is no lesson "${wanted}"`
  const known = (near.length > 0 ? near : lessons).slice(0, 5).map(({ id }) => id)
  throw new Problem(EXIT.usage, problem, `Known: ${known.join(', ') || 'none'}.`)
}
