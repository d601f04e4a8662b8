import { accessSync, constants, type Dirent, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findTranscripts } from '../import/places.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { whyOf } from '../store/environment-error.ts'
import type { Call } from './command.ts'

export interface NamedFile {
  path: string
  bytes: number
  changedAt: number
}

/** In a folder, what a transcript may be called. A file that is named counts whatever it is called. */
const LIKELY = /\.(?:jsonl|json|traj)(?:\.gz)?$/i
const MAX_DEPTH = 12

/** The transcripts that were named, or those that the installed agents keep. */
export function transcriptsOf(call: Call, since: number | null): NamedFile[] {
  if (call.args.length > 0) return distinct(call.args.flatMap((named) => filesOf(resolve(call.cwd, named))))
  const home = { folder: call.env.HOME ?? call.env.USERPROFILE ?? '', env: call.env }
  // A file that was last written before then has nothing of what is asked for.
  return home.folder === '' ? [] : findTranscripts(home, since === null ? {} : { since })
}

function filesOf(path: string): NamedFile[] {
  try {
    if (statSync(path).isDirectory()) return inFolder(path)
    accessSync(path, constants.R_OK)
    return [measured(path)].flatMap((file) => file ?? [])
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    throw new Problem(
      EXIT.environment,
      `Cannot read ${path}: ${missing ? 'it does not exist' : whyOf(cause)}`,
      'Name a transcript or a folder of them, or none: then those of the installed agents are read.',
      { cause },
    )
  }
}

function inFolder(path: string): NamedFile[] {
  const files = [...filesIn(path, 0)].flatMap((file) => measured(file) ?? [])
  if (files.length > 0) return files
  throw new Problem(
    EXIT.usage,
    `${path} has no file that could be a transcript`,
    'Their names end with .jsonl, .json or .traj; any other file can be named itself.',
  )
}

/** Links are not followed: they could lead anywhere. */
function* filesIn(folder: string, depth: number): Generator<string> {
  const entries = depth > MAX_DEPTH ? [] : entriesOf(folder, depth)
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path, depth + 1)
    else if (entry.isFile() && LIKELY.test(entry.name)) yield path
  }
}

/** A folder below the one that was named may be somebody else's: the others are still read. */
function entriesOf(folder: string, depth: number): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (cause) {
    if (depth === 0) throw cause
    return []
  }
}

function measured(path: string): NamedFile | null {
  try {
    const { size, mtimeMs } = statSync(path)
    return { path, bytes: size, changedAt: mtimeMs }
  } catch {
    // It has gone meanwhile.
    return null
  }
}

function distinct(files: NamedFile[]): NamedFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()]
}
