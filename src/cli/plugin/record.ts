import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { writeAtomic } from '../../store/files.ts'

/** What was done where, so that all of it can be undone. */

const changedFile = z.object({
  path: z.string(),
  kind: z.enum(['settings', 'copy']),
  /** Its bytes without us, in base64; `null`: there was no such file. */
  before: z.string().nullable(),
  /** SHA-256 of what we left. Anything else has been changed by somebody since. */
  after: z.string(),
  /** The cap in it is ours. */
  cap: z.boolean(),
})

const registration = z.object({
  host: z.enum(['claude', 'codex']),
  /** `null`: for the user, in every project. */
  root: z.string().nullable(),
  files: z.array(changedFile),
  /** Folders that were not there, the outermost first. */
  folders: z.array(z.string()),
})

const ignoredFiles = z.object({
  root: z.string(),
  /** The repository's own list of what git is not to see. */
  path: z.string(),
  before: z.string().nullable(),
  after: z.string(),
  folders: z.array(z.string()),
})

const recordFile = z.object({
  format: z.literal(1),
  wiggum: z.string(),
  /** Those around the plugin's own folder that were not there. */
  folders: z.array(z.string()),
  registered: z.array(registration),
  ignored: z.array(ignoredFiles),
})

export type ChangedFile = z.infer<typeof changedFile>
export type Ignored = z.infer<typeof ignoredFiles>
export type Registration = z.infer<typeof registration>
export type PluginRecord = z.infer<typeof recordFile>

const NAME = 'installed.json'

/** `null`: nothing is installed from this folder. */
export function readRecord(folder: string): PluginRecord | null {
  const path = join(folder, NAME)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return recordFile.parse(JSON.parse(text))
  } catch (cause) {
    throw new Problem(
      EXIT.environment,
      `${path} is damaged, so that it is not known what was there before`,
      'Remove that file; then `wiggum plugin uninstall` takes out what it recognises as its own.',
      { cause },
    )
  }
}

/** Settings may hold secrets, and the record holds copies of them: the folder is the user's alone. */
export function writeRecord(folder: string, record: PluginRecord): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeAtomic(join(folder, NAME), Buffer.from(`${JSON.stringify(record, null, 2)}\n`))
}

export function removePlugin(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Without projects that are gone: nothing is left to undo there. */
export function stillThere(record: PluginRecord | null): Registration[] {
  return (record?.registered ?? []).filter(({ root }) => root === null || existsSync(root))
}

export function isSame(one: Registration, { host, root }: Pick<Registration, 'host' | 'root'>): boolean {
  return one.host === host && one.root === root
}
