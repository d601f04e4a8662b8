import { effectOf } from '../../core/memory/effect.ts'
import { type Regression, regressionsOf } from '../../core/memory/regressions.ts'
import { countedAs } from '../../core/memory/same-change.ts'
import { columns, shortened } from '../../report/columns.ts'
import { oneLine } from '../../report/words.ts'
import { EXIT } from '../../runtime/problem.ts'
import { openPlace } from '../../runtime/project.ts'
import { type MemoryFile, readMemory } from '../../store/memory-file.ts'
import type { Call } from '../command.ts'
import { findRun } from '../find-run.ts'
import { lessonLine } from './lesson-words.ts'

const FINDINGS_OPEN = 10

/** Do the lessons help, and is anything back that was mended? */
export async function checkLessons(call: Call): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  const memory = readMemory(layout)
  const [, wanted] = call.args
  const run = wanted === undefined ? (memory.runs.at(-1) ?? null) : findRun(layout, wanted)
  const regressions = run === null ? [] : regressionsOf(memory.lessons, countedAs(memory, run))
  if (call.json)
    call.out(JSON.stringify({ run, regressions, lessons: effectsIn(memory), unread: memory.unread.length }))
  else for (const line of [...effectLines(memory), '', ...backLines(run, regressions)]) call.out(line)
  return regressions.some(({ stands }) => stands) ? FINDINGS_OPEN : EXIT.ok
}

function effectsIn({ lessons }: MemoryFile) {
  return lessons
    .filter(({ injected }) => injected.length > 0)
    .map((lesson) => ({ id: lesson.id, ...effectOf(lesson) }))
}

function effectLines({ lessons }: MemoryFile): string[] {
  const given = lessons.filter(({ injected }) => injected.length > 0)
  if (given.length === 0) return ['No lesson was given to a run yet.']
  const rows = given.map((lesson) => {
    const { injected, repeated, held, todo } = effectOf(lesson)
    return [
      lesson.id,
      String(injected),
      String(repeated),
      `${held} %`,
      todo,
      shortened(lessonLine(lesson), 80),
    ]
  })
  return columns([['id', 'given', 'repeated', 'held', 'what is done', 'lesson'], ...rows])
}

function backLines(run: string | null, regressions: Regression[]): string[] {
  if (run === null) return ['No run has been counted yet.']
  if (regressions.length === 0) return [`Nothing that was mended was met again in ${run}.`]
  return regressions.map(
    ({ lesson, text, fixed_in, stands }) =>
      `Back in ${run}, though ${fixed_in} had mended it (${stands ? 'it stands' : 'mended again'}): ${lesson} ${oneLine(text, 300)}`,
  )
}
