import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isReallyInside } from './byte-path.ts'

interface Mark {
  path: string
  text: string
  isNew: boolean
}

/**
 * Puts text behind files of a tree that is thrown away afterwards. What an agent committed may be a link that leads elsewhere: such
 * a file is passed over. Says of which files it is there.
 */
export function leaveMarks(dir: string, marks: Mark[]): string[] {
  return marks.filter((mark) => leave(dir, mark)).map(({ path }) => path)
}

function leave(dir: string, { path, text, isNew }: Mark): boolean {
  if (!isReallyInside(dir, Buffer.from(path).toString('latin1'))) return false
  const { O_WRONLY, O_APPEND, O_NOFOLLOW, O_CREAT, O_EXCL } = constants
  try {
    const file = openSync(
      join(dir, path),
      O_WRONLY | O_APPEND | O_NOFOLLOW | (isNew ? O_CREAT | O_EXCL : 0),
      0o600,
    )
    try {
      writeSync(file, text)
    } finally {
      closeSync(file)
    }
    return true
  } catch {
    // A mark that could not be left is one that tells nothing.
    return false
  }
}
