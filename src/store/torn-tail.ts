import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { cannotWrite, errorCode } from './environment-error.ts'
import { syncFolder, writeFully } from './files.ts'
import { chunksOf, type Range } from './scan-lines.ts'

/** The copy is on the disk before the log is cut, so no instant loses the bytes. Returns the copy's path. */
export function setTailAside(fd: number, path: string, tail: Range): string {
  const copy = copyTail(fd, path, tail)
  try {
    ftruncateSync(fd, tail.from)
    fsyncSync(fd)
    return copy
  } catch (cause) {
    throw cannotWrite(path, cause)
  }
}

function copyTail(fd: number, path: string, tail: Range): string {
  const copy = openFree(path)
  try {
    for (const { bytes } of chunksOf(fd, tail)) writeFully(copy.fd, bytes)
    fsyncSync(copy.fd)
    syncFolder(dirname(path))
    return copy.path
  } catch (cause) {
    rmSync(copy.path, { force: true })
    throw cannotWrite(copy.path, cause)
  } finally {
    closeSync(copy.fd)
  }
}

function openFree(path: string): { fd: number; path: string } {
  for (let n = 1; ; n++) {
    const candidate = `${path}.torn-${n}`
    try {
      return { fd: openSync(candidate, 'wx', 0o600), path: candidate }
    } catch (cause) {
      if (errorCode(cause) !== 'EEXIST') throw cannotWrite(candidate, cause)
    }
  }
}
