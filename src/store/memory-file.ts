import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { LESSON_KINDS } from '../core/memory/kinds.ts'
import { ARCHIVED_FOR, LESSON_STATES, type Memory } from '../core/memory/lesson.ts'
import { EnvironmentError, errorCode, whyOf } from './environment-error.ts'
import { appendCopy, writeAtomic } from './files.ts'
import type { Layout } from './layout.ts'
import { type Lock, waitLock } from './lock.ts'

const VERSION = 1
/** Processes that change it wait for each other this long at most. */
const PATIENCE_MS = 5_000

const texts = z.array(z.string())
const count = z.int().nonnegative()
const changeSchema = z.object({ names: texts, runs: texts })
const headSchema = z.object({
  memory: z.int().positive(),
  runs: texts,
  changes: z.array(changeSchema).default([]),
})
const lessonSchema = z.object({
  id: z.string(),
  state: z.enum(LESSON_STATES),
  archivedFor: z.enum(ARCHIVED_FOR).nullable(),
  kind: z.enum(LESSON_KINDS),
  by: z.enum(['runs', 'person', 'import']),
  domain: z.string().nullable(),
  role: z.string().nullable(),
  category: z.string().nullable(),
  files: texts,
  text: z.string(),
  fix: z.string(),
  wordings: texts,
  frequency: count,
  idle: count,
  met: texts,
  fixed: texts,
  injected: texts,
  repeated: texts,
})

export interface MemoryFile extends Memory {
  /** Lines that say nothing to this version. They are set aside when the file is written. */
  unread: string[]
}

function memoryPath(layout: Layout): string {
  return join(layout.memory, 'lessons.jsonl')
}

/** A line that is torn or was spoilt by hand costs no other line. A file of a newer version is left alone. */
export function readMemory(layout: Layout): MemoryFile {
  const file: MemoryFile = { runs: [], changes: [], lessons: [], unread: [] }
  for (const line of textOf(memoryPath(layout)).split('\n')) {
    if (line.trim() === '') continue
    const value = parsed(line)
    const head = headSchema.safeParse(value).data
    const lesson = lessonSchema.safeParse(value).data
    if (head && head.memory > VERSION) throw newer(layout)
    if (head) Object.assign(file, { runs: head.runs, changes: head.changes })
    else if (lesson) file.lessons.push(lesson)
    else file.unread.push(line)
  }
  return file
}

/** Changes what is in the file now. Nobody else does meanwhile, and readers see all of it or nothing. */
export async function changeMemory(layout: Layout, change: (memory: Memory) => Memory): Promise<Memory> {
  const lock = await lockOf(layout)
  try {
    const { unread, ...before } = readMemory(layout)
    const after = change(before)
    if (memoryText(after) === memoryText(before)) return after
    mkdirSync(layout.memory, { recursive: true, mode: 0o700 })
    // First, so that a crash between the two leaves them twice and not nowhere.
    if (unread.length > 0) appendCopy(join(layout.memory, 'unread.txt'), `${unread.join('\n')}\n`)
    writeAtomic(memoryPath(layout), memoryText(after))
    return after
  } finally {
    lock.release()
  }
}

async function lockOf(layout: Layout): Promise<Lock> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    return await waitLock(layout.lock('memory'), { signal })
  } catch (cause) {
    if (!signal.aborted) throw cause
    throw new EnvironmentError('Another process is writing the memory.', 'Try again in a moment.', { cause })
  }
}

function memoryText({ runs, changes, lessons }: Memory): string {
  const lines = [{ memory: VERSION, runs, changes }, ...lessons]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return ''
    throw new EnvironmentError(
      `Cannot read ${path}: ${whyOf(cause)}.`,
      'Make it readable, or move it away.',
      {
        cause,
      },
    )
  }
}

function newer(layout: Layout): EnvironmentError {
  return new EnvironmentError(
    `${memoryPath(layout)} was written by a newer wiggum.`,
    'Use that version, or move the file away.',
  )
}
