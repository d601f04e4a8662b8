import { mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const TMPFS = 0x01021994
const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/** Gone when this process ends, however it ends. */
export function temporaryFolder(parent) {
  const folder = realpathSync(mkdtempSync(join(parent, 'wiggum-bench-')))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    process.once(signal, () => process.exit(code))
  }
  return folder
}

/** For very many files: in memory where there is room, because some disks take minutes to delete so many. */
export function roomyFolder(otherwise) {
  return isInMemory(MEMORY) ? temporaryFolder(MEMORY) : otherwise
}

/** Also says no where there is no such folder, or too little room. */
export function isInMemory(path) {
  try {
    const { type, bavail, bsize } = statfsSync(path)
    return type === TMPFS && bavail * bsize > ROOM_BYTES
  } catch {
    return false
  }
}
