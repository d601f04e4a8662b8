import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** The machine, not the program, is in the way. `message` is for the user; `fix` says what to do about it. */
export class EnvironmentError extends Error {
  readonly fix: string

  constructor(message: string, fix: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'EnvironmentError'
    this.fix = fix
  }
}

const reasons: Record<string, { why: string; fix: string }> = {
  ENOSPC: { why: 'the disk is full', fix: 'Free some space on that disk and try again.' },
  EDQUOT: { why: 'the disk quota is used up', fix: 'Free some space or raise the quota and try again.' },
  EFBIG: { why: 'the file size limit was reached', fix: 'Raise the limit (`ulimit -f`) and try again.' },
  EROFS: { why: 'the file system is read-only', fix: 'Mount it writable, or work in a writable copy.' },
  EIO: { why: 'the disk fails', fix: 'Look at that disk (`dmesg` may say more), then try again.' },
  EACCES: { why: 'permission is missing', fix: 'Give your user write permission there.' },
  EPERM: { why: 'the system does not permit it', fix: 'Give your user write permission there.' },
  ENOENT: { why: 'its folder does not exist', fix: 'Create the folder, or run from another one.' },
  ENOTDIR: { why: 'a file stands where a folder should be', fix: 'Move that file away and try again.' },
  EEXIST: { why: 'a file stands where a folder should be', fix: 'Move that file away and try again.' },
  EMFILE: { why: 'too many files are open', fix: 'Raise the limit (`ulimit -n`) and try again.' },
}

/** A bug that surfaced while writing stays a bug: only what the system reported is the environment's. */
export function cannotWrite(path: string, cause: unknown): unknown {
  const code = reasonOf(cause)
  if (code === '' || code.startsWith('ERR_') || cause instanceof EnvironmentError) return cause
  return writeError(path, code, cause)
}

/** The same where only the code is known, from a program's words. */
export function writeError(path: string, code: string, cause?: unknown): EnvironmentError {
  const { why, fix } = reasons[code] ?? { why: code, fix: 'Check that the folder is there and writable.' }
  return new EnvironmentError(`Cannot write ${path}: ${why}.`, fix, { cause })
}

/** Codes that only a disk gives: whoever meets one has not made a mistake. */
const OF_THE_DISK = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO']

/**
 * What failed because of a disk says which one: by the error's own path, or because one of these places is full. Any other error
 * is what it was.
 */
export function namingDisk(error: unknown, places: string[]): unknown {
  const code = reasonOf(error)
  if (!OF_THE_DISK.includes(code) || error instanceof EnvironmentError) return error
  const { path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  const place = dest ?? path ?? places.find(isFull) ?? places[0]
  return place === undefined ? error : writeError(place, code, error)
}

/** What failed on a full disk failed because of that: it says nothing about who did it. */
export function refuseFullDisk(places: string[]): void {
  const full = places.find(isFull)
  if (full !== undefined) throw writeError(full, 'ENOSPC')
}

/** With less nothing can be done there, or a program has just been refused more. */
const MIN_FREE_BYTES = 64 * 1024

export function isFull(path: string): boolean {
  let place = path
  while (!existsSync(place) && place !== dirname(place)) place = dirname(place)
  try {
    const { bsize, bavail, bfree, files, ffree } = statfsSync(place)
    const free = process.getuid?.() === 0 ? bfree : bavail
    return free * bsize < MIN_FREE_BYTES || (files > 0 && ffree === 0)
  } catch {
    return false
  }
}

/** A recursive `mkdir` says ENOENT on a read-only disk too; its parent, asked whether it may be written, says why. */
function reasonOf(cause: unknown): string {
  const code = errorCode(cause)
  if (code !== 'ENOENT') return code
  const { path, syscall } = cause as NodeJS.ErrnoException
  if (syscall !== 'mkdir' || !path) return code
  try {
    accessSync(dirname(path), constants.W_OK)
    return code
  } catch (refusal) {
    return errorCode(refusal)
  }
}

export function whyOf(cause: unknown): string {
  const code = errorCode(cause)
  return reasons[code]?.why ?? (cause instanceof Error ? cause.message : String(cause))
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
