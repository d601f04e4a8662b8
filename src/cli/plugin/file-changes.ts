import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { cannotWrite } from '../../store/environment-error.ts'
import { randomToken, syncFolder, writeNew } from '../../store/files.ts'

const NEW_FILE = 0o644

/** `null`: there is no such file. */
export function bytesAt(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !isLink(path)) return null
    if (code === 'ENOENT')
      throw new Problem(
        EXIT.usage,
        `${path} is a link that leads nowhere`,
        'Put it right or remove it first.',
      )
    throw error
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Where a link leads, with the mode it has: dotfiles are often links, and may be nobody else's to read. */
export function putFile(path: string, bytes: Buffer): void {
  if (bytesAt(path)?.equals(bytes)) return
  const isThere = existsSync(path)
  const target = isThere ? realpathSync(path) : path
  const temp = join(dirname(target), `.${basename(target)}.${process.pid}-${randomToken()}.tmp`)
  const mode = isThere ? statSync(target).mode & 0o7777 : NEW_FILE
  try {
    writeNew(temp, bytes, mode)
    // Exactly the old one's, whatever the umask; a new file's is the umask's to say.
    if (isThere) chmodSync(temp, mode)
    renameSync(temp, target)
    syncFolder(dirname(target))
  } catch (cause) {
    rmSync(temp, { force: true })
    throw cannotWrite(path, cause)
  }
}

export function takeFile(path: string): void {
  rmSync(path, { force: true })
}

/** The folders that a file there would need and that are missing, the outermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = []
  for (let folder = dirname(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder)
  return missing
}

export function makeFolders(folders: string[]): void {
  for (const folder of folders) mkdirSync(folder, { recursive: true })
}

/** Only what is empty: somebody else may have put something there. */
export function takeFolders(folders: string[]): void {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder)
    } catch {
      // In use, or gone already.
    }
  }
}
