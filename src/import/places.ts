import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportedHead, Importer, Place } from './importer.ts'
import { importers } from './index.ts'

export interface FoundFile {
  path: string
  importer: Importer
  /** When it was last written, in milliseconds since 1970. */
  changedAt: number
  bytes: number
}

export interface Home {
  /** The user's. */
  folder: string
  env: Readonly<Record<string, string | undefined>>
}

/** Nobody keeps more transcripts, and a loop of folders would never end. */
const MAX_FILES = 100_000
const MAX_DEPTH = 8

export interface TranscriptWish {
  /** Written since; milliseconds since 1970. */
  since?: number
  /** A project's folder. What is certainly of another one is left out; of the rest, `isOfProject` tells. */
  project?: string | null
}

/** Where the installed agents keep their transcripts, the newest first. */
export function findTranscripts(home: Home, { since = 0, project = null }: TranscriptWish = {}): FoundFile[] {
  const found = new Map<string, FoundFile>()
  for (const importer of importers)
    for (const place of importer.places ?? [])
      for (const path of filesOf(place, home, project)) {
        const file = measured(path, importer)
        if (file && file.changedAt >= since && found.size < MAX_FILES) found.set(path, file)
      }
  return [...found.values()].sort((a, b) => b.changedAt - a.changedAt)
}

/** Whether a run worked in a project's folder, or below it. `null`: the transcript does not say where. */
export function isOfProject({ cwd }: Pick<ImportedHead, 'cwd'>, project: string): boolean | null {
  return cwd === null ? null : cwd === project || cwd.startsWith(`${project}/`)
}

function* filesOf(place: Place, home: Home, project: string | null): Generator<string> {
  const folder = folderOf(place, home)
  const begins = project === null ? undefined : place.project?.(project)
  if (begins === undefined) return yield* filesIn(folder, place)
  for (const { name } of entriesOf(folder))
    if (name.startsWith(begins)) yield* filesIn(join(folder, name), place)
}

function folderOf({ folder, moved }: Place, { folder: home, env }: Home): string {
  const value = moved && env[moved.by]
  return value ? join(value, folder.slice(moved.of.length)) : join(home, folder)
}

/** Links are not followed: they could lead anywhere. */
function* filesIn(folder: string, place: Place, depth = 0): Generator<string> {
  if (depth > MAX_DEPTH) return
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path, place, depth + 1)
    else if (entry.isFile() && isOf(entry.name, place)) yield path
  }
}

function isOf(name: string, { begins = '', ends }: Place): boolean {
  return name.startsWith(begins) && (name.endsWith(ends) || name.endsWith(`${ends}.gz`))
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Not installed, or not for us to see.
    return []
  }
}

function measured(path: string, importer: Importer): FoundFile | null {
  try {
    const { mtimeMs, size } = statSync(path)
    return { path, importer, changedAt: mtimeMs, bytes: size }
  } catch {
    // It has gone meanwhile.
    return null
  }
}
