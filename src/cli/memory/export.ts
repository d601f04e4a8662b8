import { resolve } from 'node:path'
import { plural } from '../../report/words.ts'
import { EXIT } from '../../runtime/problem.ts'
import { openPlace } from '../../runtime/project.ts'
import { writeAtomic } from '../../store/files.ts'
import { readMemory } from '../../store/memory-file.ts'
import { type Call, flag } from '../command.ts'
import { lessonText } from './lesson-lines.ts'

/** What other projects can use: the lessons, without the runs they came from. To a file, or to the screen. */
export async function exportLessons(call: Call): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  const all = flag(call, 'archived') ? ['active', 'archived'] : ['active']
  const lines = readMemory(layout)
    .lessons.filter(({ state }) => all.includes(state))
    .map(lessonText)
  const [, path] = call.args
  if (path === undefined) {
    for (const line of lines) call.out(line)
    return EXIT.ok
  }
  writeAtomic(resolve(call.cwd, path), lines.map((line) => `${line}\n`).join(''))
  call.out(
    call.json
      ? JSON.stringify({ file: path, lessons: lines.length })
      : `${plural(lines.length, 'lesson')} written to ${path}.`,
  )
  return EXIT.ok
}
