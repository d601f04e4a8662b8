import { closeSync, fdatasyncSync, fstatSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import { hideSecrets } from '../secrets/known.ts'
import { cannotWrite, errorCode } from './environment-error.ts'
import { writeFully } from './files.ts'
import type { Layout } from './layout.ts'

const indexLineSchema = z.object({
  run_id: z.string(),
  task: z.string(),
  strategy: z.string(),
  workflow: z.string(),
  status: z.string(),
  exit_code: z.int(),
  started: z.string(),
  ended: z.string(),
  /** WARNINGs that it left behind when it landed; its log has them. */
  deferred: z.int().positive().optional(),
  passes: z.int().positive().optional(),
})

export type IndexLine = z.infer<typeof indexLineSchema>

/** Once for each ending of a run, however often a resume repeats it. */
export function appendIndex(layout: Layout, line: IndexLine): void {
  if (readIndex(layout).some((known) => keyOf(known) === keyOf(line))) return
  try {
    mkdirSync(dirname(layout.index), { recursive: true, mode: 0o700 })
    appendLine(layout.index, JSON.stringify(indexLineSchema.parse(line)))
  } catch (cause) {
    throw cannotWrite(layout.index, cause)
  }
}

/** A line that a crash tore is skipped: the logs are the truth, the index only finds them. */
export function readIndex(layout: Layout): IndexLine[] {
  const lines = new Map<string, IndexLine>()
  for (const text of readOrEmpty(layout.index).split('\n')) {
    const line = parseLine(text)
    if (line !== null && !lines.has(keyOf(line))) lines.set(keyOf(line), line)
  }
  return [...lines.values()]
}

function keyOf(line: IndexLine): string {
  return `${line.run_id} ${line.ended}`
}

/** Whole, on a line of its own, and on the disk. */
export function appendLine(path: string, text: string): void {
  const fd = openSync(path, 'a+', 0o600)
  try {
    const start = endsInMidLine(fd) ? '\n' : ''
    writeFully(fd, Buffer.from(hideSecrets(`${start}${text}\n`)))
    fdatasyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function endsInMidLine(fd: number): boolean {
  const { size } = fstatSync(fd)
  const last = Buffer.alloc(1)
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 10
}

export function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return ''
    throw error
  }
}

function parseLine(text: string): IndexLine | null {
  try {
    return indexLineSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
