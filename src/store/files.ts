import { randomBytes } from 'node:crypto'
import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { hideSecrets } from '../secrets/known.ts'
import { cannotWrite, EnvironmentError } from './environment-error.ts'

/**
 * Readers see the old content or the new, never a part, whenever the machine stops. A text is ours, and holds no secret when it
 * is written; bytes are somebody else's, and stay what they are.
 */
export function writeAtomic(path: string, text: string | Uint8Array, mode?: number): void {
  const temp = join(dirname(path), `.${basename(path)}.${process.pid}-${randomToken()}.tmp`)
  try {
    writeNew(temp, typeof text === 'string' ? Buffer.from(hideSecrets(text)) : text, mode)
    renameSync(temp, path)
    syncFolder(dirname(path))
  } catch (cause) {
    rmSync(temp, { force: true })
    throw cannotWrite(path, cause)
  }
}

/** A link to a folder is none. */
export function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory()
  } catch {
    return false
  }
}

/** With those above it, for nobody but the user. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw cannotWrite(path, cause)
  }
}

/** Before work that ends in a file: could it be written? A disk may still fill up meanwhile. */
export function refuseUnwritable(path: string): void {
  try {
    // With the dot, a file in the place of the folder is no folder.
    accessSync(`${dirname(path)}/.`, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw cannotWrite(path, cause)
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new EnvironmentError(`Cannot write ${path}: it is a folder.`, 'Name a file in it.')
}

/** Atomic for readers, and not synced: for what can be made again from the log. */
export function replaceCopy(path: string, text: string): void {
  const temp = join(dirname(path), `.${basename(path)}.${process.pid}-${randomToken()}.tmp`)
  try {
    writeFileSync(temp, hideSecrets(text), { mode: 0o600 })
    renameSync(temp, path)
  } catch (cause) {
    rmSync(temp, { force: true })
    throw cannotWrite(path, cause)
  }
}

/** Not atomic and not synced: only for copies of what is safe elsewhere. */
export function writeCopy(path: string, text: string): void {
  try {
    writeFileSync(path, hideSecrets(text))
  } catch (cause) {
    throw cannotWrite(path, cause)
  }
}

/** The same, at the end of the file. */
export function appendCopy(path: string, text: string): void {
  try {
    appendFileSync(path, hideSecrets(text), { mode: 0o600 })
  } catch (cause) {
    throw cannotWrite(path, cause)
  }
}

/** Fails if the file exists. Synced. */
export function writeNew(path: string, bytes: Uint8Array, mode = 0o644): void {
  const fd = openSync(path, 'wx', mode)
  try {
    writeFully(fd, bytes)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** On a full disk `writeSync` may return a short count and no error, so its count is never assumed. */
export function writeFully(fd: number, bytes: Uint8Array): void {
  let done = 0
  while (done < bytes.length) {
    const written = writeSync(fd, bytes, done, bytes.length - done)
    if (written === 0) throw stalled(done, bytes.length)
    done += written
  }
}

/** A new or renamed name survives a power loss only once its folder is synced. */
export function syncFolder(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

export function randomToken(): string {
  return randomBytes(8).toString('hex')
}

function stalled(done: number, total: number): Error {
  return Object.assign(new Error(`only ${done} of ${total} bytes could be written`), { code: 'ENOSPC' })
}
