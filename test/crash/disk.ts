import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A run's own files as a kill leaves them. */
export type Disk = ReadonlyMap<string, Buffer>

/** A file that is the same file, as long and as old, was read before. */
interface Known {
  mark: string
  bytes: Buffer
}

const read = new Map<string, Known>()

function bytesOf(path: string): Buffer {
  const { ino, size, mtimeMs, ctimeMs } = statSync(path)
  const mark = `${ino} ${size} ${mtimeMs} ${ctimeMs}`
  const known = read.get(path)
  if (known?.mark === mark) return known.bytes
  const bytes = readFileSync(path)
  read.set(path, { mark, bytes })
  return bytes
}

export function readDisk(root: string): Disk {
  const files = new Map<string, Buffer>()
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) visit(path)
      else files.set(relative(root, path), bytesOf(path))
    }
  }
  if (existsSync(root)) visit(root)
  return files
}

export function writeDisk(root: string, disk: Disk): void {
  rmSync(root, { recursive: true, force: true })
  const made = new Set<string>()
  for (const [path, bytes] of disk) {
    const file = join(root, path)
    if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true })
    made.add(dirname(file))
    writeFileSync(file, path.includes('state/locks/') ? ofTheDead(bytes) : bytes)
  }
}

/** Whoever held a lock died with the rest: a process of this number that began at another time. */
function ofTheDead(claim: Buffer): string {
  return claim.toString('utf8').replace(/"start":"\d*"/, '"start":"1"')
}

export function isSame(one: Disk, other: Disk): boolean {
  if (one.size !== other.size) return false
  for (const [path, bytes] of one) {
    const another = other.get(path)
    if (another !== bytes && !another?.equals(bytes)) return false
  }
  return true
}

/** The whole lines of a log; the last may have been cut off. */
export function linesIn<T>(bytes: Buffer | undefined): T[] {
  const lines = (bytes?.toString('utf8') ?? '').split('\n').slice(0, -1)
  return lines.filter(Boolean).map((line): T => JSON.parse(line))
}
