import { createHash } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { asObject, asText, parseObject } from '../agents/json-value.ts'
import { cannotWrite } from '../store/environment-error.ts'
import { replaceCopy } from '../store/files.ts'
import type { Layout } from '../store/layout.ts'
import { isAlive, type ProcessIdentity } from '../store/process-identity.ts'
import type { Repository } from '../workspace/repository.ts'

/** A program whose sessions the loop can run in. */
export type HostName = 'claude' | 'codex'

/** A session with a loop. The loop itself is in the run's log; this is how a hook finds it. */
export interface LiveSession {
  session: string
  host: HostName
  run: string
  /** What git said of the project when the loop began: it need not be asked at every hook. */
  repo: Repository
  /** Who calls the hooks; `null`: nobody could tell, and then it counts as alive. */
  process: ProcessIdentity | null
  /** How often it was told to go on since a person last said something. */
  blocks: number
  /** Hooks in a row that failed. */
  errors: number
  /** What it was to go on with when the host allowed no more. */
  held: { text: string; whole: string } | null
  /** The official plugin's file is kept beside: what it counted when the loop began, and up to where. */
  ralph: { from: number; max: number } | null
}

/** While this folder is there, some session has a loop: its absence is all that an idle hook looks at. */
export function liveFolder(layout: Layout): string {
  return join(layout.dir, 'live')
}

/** Loops whose session is over: they can be gone on with, and cost nobody anything. */
function parkedFolder(layout: Layout): string {
  return join(layout.state, 'parked')
}

export function readSession(folder: string, session: string): LiveSession | null {
  return readFile(join(folder, fileName(session)))
}

export function listSessions(folder: string): LiveSession[] {
  return namesIn(folder).flatMap((name) => readFile(join(folder, name)) ?? [])
}

export function saveSession(layout: Layout, session: LiveSession, again = true): void {
  const folder = liveFolder(layout)
  try {
    mkdirSync(join(folder, 'spool'), { recursive: true, mode: 0o700 })
    replaceCopy(join(folder, fileName(session.session)), `${JSON.stringify(session, null, 2)}\n`)
  } catch (cause) {
    // Another session's end may have taken the folder away in between.
    if (!again) throw cannotWrite(folder, cause)
    saveSession(layout, session, false)
  }
}

/** Unless it was put by meanwhile: a hook that outlives its host must not bring it back. */
export function keepSession(layout: Layout, session: LiveSession): void {
  if (readSession(liveFolder(layout), session.session) !== null) saveSession(layout, session)
}

/** The loop is over. With the last one the folder goes, and hooks are idle again. */
export function dropSession(layout: Layout, session: string): void {
  for (const folder of [liveFolder(layout), parkedFolder(layout)])
    rmSync(join(folder, fileName(session)), { force: true })
  tidy(layout)
  removeEmpty(parkedFolder(layout))
}

export function parkSession(layout: Layout, session: string): void {
  move(session, liveFolder(layout), parkedFolder(layout))
  tidy(layout)
}

/** The one that was put by last is the last. */
export function parkedSessions(layout: Layout): LiveSession[] {
  const folder = parkedFolder(layout)
  const when = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const names = namesIn(folder).sort((a, b) => when(a) - when(b))
  return names.flatMap((name) => readFile(join(folder, name)) ?? [])
}

/** The session is back. */
export function unparkSession(layout: Layout, session: string): LiveSession | null {
  if (readSession(parkedFolder(layout), session) === null) return null
  mkdirSync(join(liveFolder(layout), 'spool'), { recursive: true, mode: 0o700 })
  move(session, parkedFolder(layout), liveFolder(layout))
  removeEmpty(parkedFolder(layout))
  return readSession(liveFolder(layout), session)
}

/** Sessions whose program is gone without having said so. */
export function crashedSessions(layout: Layout): LiveSession[] {
  return listSessions(liveFolder(layout)).filter(({ process: host }) => host !== null && !isAlive(host))
}

function move(session: string, from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  try {
    renameSync(join(from, fileName(session)), join(to, fileName(session)))
    const now = new Date()
    utimesSync(join(to, fileName(session)), now, now)
  } catch {
    // Somebody else moved it first.
  }
}

function tidy(layout: Layout): void {
  const folder = liveFolder(layout)
  if (namesIn(folder).length > 0) return
  // What tools of a session without a loop left there is nobody's.
  rmSync(join(folder, 'spool'), { recursive: true, force: true })
  removeEmpty(folder)
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // It is gone already, or somebody has just begun to use it.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^[^.].*\.json$/.test(name))
      .sort()
  } catch {
    return []
  }
}

/** An id is the host's own; as a file name it stays one plain segment. */
function fileName(session: string): string {
  const plain = /^[\w-]{1,80}$/.test(session)
  return `${plain ? session : createHash('sha256').update(session).digest('hex')}.json`
}

function readFile(path: string): LiveSession | null {
  const given = parseObject(textOf(path))
  const session = asText(given?.session)
  const run = asText(given?.run)
  const repo = repoOf(given?.repo)
  if (!given || !session || !run || !repo) return null
  return {
    session,
    host: given.host === 'codex' ? 'codex' : 'claude',
    run,
    repo,
    process: processOf(given.process),
    blocks: countOf(given.blocks),
    errors: countOf(given.errors),
    held: heldOf(given.held),
    ralph: ralphOf(given.ralph),
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function processOf(value: unknown): ProcessIdentity | null {
  const given = asObject(value)
  const [start, boot] = [asText(given?.start), asText(given?.boot)]
  return given && typeof given.pid === 'number' && start !== null && boot !== null
    ? { pid: given.pid, start, boot }
    : null
}

function repoOf(value: unknown): Repository | null {
  const given = asObject(value)
  const who = asObject(given?.identity)
  const [root, gitDir, commonDir, objects] = ['root', 'gitDir', 'commonDir', 'objects'].map((key) =>
    asText(given?.[key]),
  )
  const [name, email] = [asText(who?.name), asText(who?.email)]
  if (!root || !gitDir || !commonDir || !objects || name === null || email === null) return null
  return { root, gitDir, commonDir, objects, identity: { name, email } }
}

function heldOf(value: unknown): LiveSession['held'] {
  const given = asObject(value)
  const [text, whole] = [asText(given?.text), asText(given?.whole)]
  return text === null || whole === null ? null : { text, whole }
}

function ralphOf(value: unknown): LiveSession['ralph'] {
  const given = asObject(value)
  return given && { from: countOf(given.from), max: countOf(given.max) }
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0
}
