import type { Lesson } from '../../core/memory/lesson.ts'
import { plural } from '../../report/words.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { openPlace } from '../../runtime/project.ts'
import { readMemory } from '../../store/memory-file.ts'
import { type Call, flag, text } from '../command.ts'
import { lessonRows } from './lesson-words.ts'

/** Those that were met most often first. */
export async function listLessons(call: Call): Promise<number> {
  const [, extra] = call.args
  if (extra !== undefined)
    throw new Problem(EXIT.usage, `"${extra}" is one word too many`, 'Use: wiggum memory list.')
  const { layout } = await openPlace(call.cwd)
  const { lessons, unread } = readMemory(layout)
  const kept = lessons.filter((lesson) => lesson.state !== 'seen')
  const shown = kept.filter((lesson) => isWanted(lesson, call)).toSorted((a, b) => b.frequency - a.frequency)
  if (call.json) {
    call.out(JSON.stringify(shown))
    return EXIT.ok
  }
  if (shown.length === 0)
    call.out(kept.length === 0 ? NONE : 'No lesson fits. All of them: wiggum memory list')
  else for (const line of lessonRows(shown)) call.out(line)
  const seen = lessons.length - kept.length
  if (seen > 0) call.out(`${plural(seen, 'finding')} of one run so far: met again, it becomes a lesson.`)
  if (unread.length > 0) call.out(`${plural(unread.length, 'line')} of the memory could not be read.`)
  return EXIT.ok
}

const NONE =
  'There is no lesson yet. Findings that recur become lessons; add one: wiggum memory add "<text>".'

function isWanted(lesson: Lesson, call: Call): boolean {
  const [kind, role, domain] = [text(call, 'kind'), text(call, 'role'), text(call, 'domain')]
  return (
    (lesson.state === 'active' || flag(call, 'archived')) &&
    (kind === null || lesson.kind === kind) &&
    (role === null || lesson.role === role) &&
    (domain === null || lesson.domain === null || lesson.domain === domain)
  )
}
