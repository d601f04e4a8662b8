import { closeSync, constants, fdatasync, fdatasyncSync, fstatSync, ftruncateSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Draft, eventData, type WiggumEvent } from '../core/events.ts'
import { hideInData, hideSecrets, redactor } from '../secrets/known.ts'
import { cannotWrite, errorCode, whyOf } from './environment-error.ts'
import { syncFolder, writeFully } from './files.ts'
import { JournalError } from './journal-error.ts'
import { loadRecords, type ReadResult } from './journal-load.ts'
import { encodeRecord, FIRST_CRC, FORMAT, MAX_LINE } from './record.ts'
import { setTailAside } from './torn-tail.ts'

export { JournalError, type ReadResult }

/** The one writer of a run's log. Hold the run's lock while it is open. */
export interface Journal {
  readonly runId: string
  readonly path: string
  readonly lastSeq: number
  /** On the disk when it returns. The event is as a reader of the log would get it. */
  append(draft: Draft, ts: string): WiggumEvent
  /** Written when it returns, on the disk a moment later. If that fails, the next append says so. */
  appendBeside(draft: Draft, ts: string): WiggumEvent
  close(): void
}

const CLOSED = 'it is closed'

interface Tail {
  readonly fd: number
  readonly path: string
  readonly runId: string
  end: number
  seq: number
  crc: number
  /** Why nothing more is appended. */
  refuses: string | null
}

export function createJournal(path: string, runId: string): Journal {
  const journal = createJournalIfFree(path, runId)
  if (journal === null) throw new JournalError(path, 'it exists already')
  return journal
}

/** Null if the file exists. */
export function createJournalIfFree(path: string, runId: string): Journal | null {
  const { O_CREAT, O_EXCL, O_RDWR, O_APPEND } = constants
  try {
    const fd = openSync(path, O_CREAT | O_EXCL | O_RDWR | O_APPEND, 0o600)
    syncFolder(dirname(path))
    return journalAt({ fd, path, runId, end: 0, seq: 0, crc: FIRST_CRC, refuses: null })
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') return null
    throw cannotWrite(path, cause)
  }
}

export function openJournal(
  path: string,
  runId: string,
  onEvent: (event: WiggumEvent) => void,
): { journal: Journal; recovered: { path: string; bytes: number } | null } {
  const fd = openLog(path, constants.O_RDWR | constants.O_APPEND)
  try {
    const read = loadRecords(fd, { runId, onEvent })
    if (!read.ok) throw new JournalError(path, `line ${read.line} is damaged: ${read.problem}`)
    const { end, events, torn, lastCrc } = read
    const aside = torn > 0 ? setTailAside(fd, path, { from: end, to: end + torn }) : null
    const journal = journalAt({ fd, path, runId, end, seq: events, crc: lastCrc, refuses: null })
    return { journal, recovered: aside === null ? null : { path: aside, bytes: torn } }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** Never modifies anything, so it may read a log that another process is writing. */
export function readJournal(path: string, onEvent: (event: WiggumEvent) => void): ReadResult {
  const fd = openLog(path, constants.O_RDONLY)
  try {
    return loadRecords(fd, { runId: null, onEvent })
  } finally {
    closeSync(fd)
  }
}

/** Without the rest of the log, however long it is. `null`: it has none that can be read. */
export function firstEvent(path: string): WiggumEvent | null {
  let first: WiggumEvent | null = null
  const enough = new Error('the first event was read')
  try {
    readJournal(path, (event) => {
      first = event
      throw enough
    })
  } catch (error) {
    if (error !== enough) throw error
  }
  return first
}

function openLog(path: string, flags: number): number {
  try {
    return openSync(path, flags)
  } catch (cause) {
    const problem =
      errorCode(cause) === 'ENOENT' ? 'it does not exist' : `it cannot be opened, ${whyOf(cause)}`
    throw new JournalError(path, problem, { cause })
  }
}

function journalAt(tail: Tail): Journal {
  return {
    runId: tail.runId,
    path: tail.path,
    get lastSeq() {
      return tail.seq
    },
    append: (draft, ts) => append(tail, eventOf(tail, draft, ts), syncNow),
    appendBeside: (draft, ts) => append(tail, eventOf(tail, draft, ts), syncBeside),
    close: () => {
      if (tail.refuses !== CLOSED) closeSync(tail.fd)
      tail.refuses = CLOSED
    },
  }
}

function append(tail: Tail, event: WiggumEvent, sync: (tail: Tail) => void): WiggumEvent {
  const written = writable(tail, event.type, () => JSON.stringify(event))
  const safe = withoutSecrets(event, written)
  const json = safe === event ? written : JSON.stringify(safe)
  const { bytes, crc } = encodeRecord(json, tail.crc)
  if (bytes.length > MAX_LINE) {
    throw new JournalError(tail.path, `an event of ${bytes.length} bytes is over the limit of ${MAX_LINE}`)
  }
  refuseIfChanged(tail)
  write(tail, bytes, sync)
  tail.end += bytes.length
  tail.seq += 1
  tail.crc = crc
  return safe
}

/** The event that is written is the one that is folded: whoever resumes the run reads the same. */
function withoutSecrets(event: WiggumEvent, written: string): WiggumEvent {
  // Nearly always there is none, and the line is there to be asked.
  if (redactor().find(written).length === 0) return event
  const hidden = hideInData(event.data)
  const named = event.key === undefined ? event : { ...event, key: hideSecrets(event.key) }
  const schema = eventData[event.type]
  const checked = schema.safeParse(hidden)
  if (checked.success) return { ...named, data: checked.data } as WiggumEvent
  // Of what has a fixed form, such as a commit, nothing can be hidden, and nothing is given away by it.
  for (const { path } of checked.error.issues) putBack(hidden, event.data, path)
  return { ...named, data: schema.parse(hidden) } as WiggumEvent
}

function putBack(to: unknown, from: unknown, [key, ...below]: PropertyKey[]): void {
  if (key === undefined || !isRecord(to) || !isRecord(from)) return
  if (below.length === 0) to[key] = from[key]
  else putBack(to[key], from[key], below)
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}

/** The check makes a copy, so that what the caller does to the draft later is not seen in the event. */
function eventOf(tail: Tail, draft: Draft, ts: string): WiggumEvent {
  if (tail.refuses !== null) throw new JournalError(tail.path, tail.refuses)
  const { type, phase = null, agent = null, key, identity } = draft
  const data = writable(tail, type, () => eventData[type].parse(draft.data))
  const parent = draft.parent ?? (type === 'run.start' || tail.seq === 0 ? [] : [tail.seq])
  // The schema is that of the type, so the data fits; TypeScript cannot follow that correlation.
  const envelope = { v: FORMAT, seq: tail.seq + 1, ts, run_id: tail.runId, type, phase, agent, parent }
  return { ...envelope, ...(key && { key }), ...(identity && { identity }), data } as WiggumEvent
}

/** What is nested too deeply for JSON is refused by whoever meets it first. */
function writable<T>(tail: Tail, type: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new JournalError(tail.path, `an event of type ${type} cannot be written as JSON`, { cause })
  }
}

function refuseIfChanged(tail: Tail): void {
  const { size, nlink } = fstatSync(tail.fd)
  if (size !== tail.end) tail.refuses = 'the log was changed by another program'
  else if (nlink === 0) tail.refuses = 'the log was removed by another program'
  if (tail.refuses !== null) throw new JournalError(tail.path, tail.refuses)
}

function syncNow({ fd }: Tail): void {
  fdatasyncSync(fd)
}

function syncBeside(tail: Tail): void {
  fdatasync(tail.fd, (cause) => {
    if (cause && tail.refuses === null) tail.refuses = `an event could not be written, ${whyOf(cause)}`
  })
}

function write(tail: Tail, bytes: Buffer, sync: (tail: Tail) => void): void {
  try {
    writeFully(tail.fd, bytes)
    sync(tail)
  } catch (cause) {
    tail.refuses = `an event could not be written, ${whyOf(cause)}`
    cutBack(tail)
    throw new JournalError(tail.path, tail.refuses, { cause })
  }
}

/** An event that was not acknowledged should not be found by the resume. If this fails too, it is a torn tail. */
function cutBack(tail: Tail): void {
  try {
    ftruncateSync(tail.fd, tail.end)
    fdatasyncSync(tail.fd)
  } catch {
    // The append's own failure is what the caller must hear of.
  }
}
