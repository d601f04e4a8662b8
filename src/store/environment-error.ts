import { accessSync, constants } from 'node:fs'
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
  const { why, fix } = reasons[code] ?? { why: code, fix: 'Check that the folder is there and writable.' }
  return new EnvironmentError(`Cannot write ${path}: ${why}.`, fix, { cause })
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
