import { createHash, type Hash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** No test library is larger; what is padded beyond it is another one, and need not be read. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_FILES = 10_000
/** Other packages, and what running leaves behind. */
const PASSED_OVER = new Set(['node_modules', '__pycache__', '.cache'])

/**
 * What a folder below `dir` holds, as one word: the same for the same files. `*` in its path stands for the first folder there is.
 * Nothing outside `dir` is read, whatever links say.
 */
export function folderDigest(dir: string, folder: string): string {
  try {
    const root = realpathSync(dir)
    const real = realpathSync(found(root, folder))
    if (!real.startsWith(`${root}/`)) return 'elsewhere'
    const hash = createHash('sha256')
    const left = { bytes: MAX_BYTES, files: MAX_FILES }
    return add(hash, { path: real, name: '' }, left) ? hash.digest('hex').slice(0, 16) : 'too large'
  } catch {
    return 'missing'
  }
}

function found(root: string, folder: string): string {
  return folder
    .split('/')
    .reduce((at, part) => join(at, part === '*' ? (readdirSync(at).sort()[0] ?? '') : part), root)
}

/** False: there is more than is read. */
function add(
  hash: Hash,
  { path, name }: { path: string; name: string },
  left: { bytes: number; files: number },
): boolean {
  const stat = lstatSync(path)
  left.files -= 1
  left.bytes -= stat.isFile() ? stat.size : 0
  if (left.files < 0 || left.bytes < 0) return false
  if (stat.isDirectory()) {
    hash.update(`folder ${name}\0`)
    const names = readdirSync(path).filter((each) => !PASSED_OVER.has(each))
    return names.sort().every((each) => add(hash, { path: join(path, each), name: `${name}/${each}` }, left))
  }
  const content = stat.isFile() ? readFileSync(path) : stat.isSymbolicLink() ? readlinkSync(path) : ''
  hash.update(`${stat.isFile() ? 'file' : 'other'} ${name} ${content.length}\0`).update(content)
  return true
}
