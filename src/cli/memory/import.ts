import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type NewLesson, takeIn } from '../../core/memory/take-in.ts'
import { plural } from '../../report/words.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { openPlace } from '../../runtime/project.ts'
import { errorCode, whyOf } from '../../store/environment-error.ts'
import { ensureLayout } from '../../store/layout.ts'
import { changeMemory } from '../../store/memory-file.ts'
import type { Call } from '../command.ts'
import { parseLesson } from './lesson-lines.ts'

const MAX_BYTES = 1024 * 1024
const MAX_LESSONS = 200

/** All lines or none. What is known, in whatever words, stays one lesson. */
export async function importLessons(call: Call): Promise<number> {
  const [, path] = call.args
  if (path === undefined)
    throw new Problem(EXIT.usage, 'Which file is to be imported?', 'Name it: wiggum memory import <file>.')
  const given = lessonsIn(readText(resolve(call.cwd, path), path), path)
  const { layout } = await openPlace(call.cwd)
  ensureLayout(layout)
  let added = 0
  await changeMemory(layout, (memory) =>
    given.reduce((before, lesson) => {
      const taken = takeIn(before, lesson)
      added += taken.known ? 0 : 1
      return taken.memory
    }, memory),
  )
  const known = given.length - added
  if (call.json) call.out(JSON.stringify({ added, known }))
  else call.out(`${plural(added, 'lesson')} added, ${known} known already.`)
  return EXIT.ok
}

function lessonsIn(source: string, path: string): NewLesson[] {
  const refuse = (at: number, problem: string) =>
    new Problem(EXIT.usage, `${path}:${at}: ${problem}`, 'Correct it and try again; nothing was imported.')
  const lessons = source.split('\n').flatMap((line, at): NewLesson[] => {
    if (line.trim() === '') return []
    const read = parseLesson(line)
    if ('problem' in read) throw refuse(at + 1, read.problem)
    return [read.lesson]
  })
  if (lessons.length <= MAX_LESSONS) return lessons
  throw new Problem(
    EXIT.usage,
    `${path} has ${lessons.length} lessons, more than ${MAX_LESSONS}`,
    'Split it.',
  )
}

function readText(file: string, shown: string): string {
  try {
    const { size } = statSync(file)
    if (size > MAX_BYTES) throw new Problem(EXIT.usage, `${shown} is larger than 1 MB`, 'Split it.')
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    if (errorCode(cause) === 'ENOENT')
      throw new Problem(EXIT.usage, `There is no file ${shown}`, '', { cause })
    throw new Problem(EXIT.usage, `${shown} cannot be read: ${whyOf(cause)}`, '', { cause })
  }
}
