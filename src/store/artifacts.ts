import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { cleanText } from '../contracts/clean-text.ts'
import { errorCode } from './environment-error.ts'
import { makeFolder, writeAtomic, writeCopy } from './files.ts'
import type { Layout } from './layout.ts'

/** The name may have folders in it (`cycle-1/plan.md`). Returns the name, for the event that refers to it. */
export function writeArtifact(layout: Layout, run: string, name: string, text: string): string {
  writeAtomic(artifactPath(layout, run, name), readableAs(name, text))
  return name
}

/** The same for what the log holds too, or what can be made again: not synced, so that a call of an agent stays cheap. */
export function copyArtifact(layout: Layout, run: string, name: string, text: string): string {
  writeCopy(artifactPath(layout, run, name), readableAs(name, text))
  return name
}

/** A document is for people, and a terminal obeys what stands in it. A prompt is kept as the agent got it. */
function readableAs(name: string, text: string): string {
  return name.endsWith('.md') && !name.startsWith('prompts/') ? cleanText(text, text.length) : text
}

/** Where an artifact goes that is written piece by piece, such as a raw stream. Its folder is there afterwards. */
export function artifactPath(layout: Layout, run: string, name: string): string {
  const folder = layout.artifacts(run)
  const path = join(folder, name)
  if (!isPlainName(name)) throw new Error(`not an artifact name: ${JSON.stringify(name)}`)
  // The usual case, told with few questions: most calls write beside what earlier ones wrote.
  if (isInside(folder, dirname(path)) && !isLink(path)) return path
  makeFolder(folder)
  // Before anything is made: folders, too, would be made behind a link.
  if (!isInside(folder, nearestThere(path))) {
    throw new Error(`the artifact ${JSON.stringify(name)} would leave its folder`)
  }
  makeFolder(dirname(path))
  return path
}

/** Null for what is not there and for what is not the run's: a reader cannot tell the two apart. */
export function readArtifact(layout: Layout, run: string, name: string): string | null {
  const folder = layout.artifacts(run)
  const path = join(folder, name)
  try {
    return isPlainName(name) && isInside(folder, path) ? readFileSync(path, 'utf8') : null
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG'].includes(errorCode(error))) return null
    throw error
  }
}

function isPlainName(name: string): boolean {
  if (isAbsolute(name) || name.includes('\0') || name.includes('\\')) return false
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

/** Follows links: a link inside the folder may point anywhere, also to what is not there yet. */
function isInside(folder: string, path: string): boolean {
  try {
    const base = realpathSync.native(folder)
    const real = realpathSync.native(path)
    return real === base || real.startsWith(base + sep)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function nearestThere(path: string): string {
  let nearest = path
  while (lstatSync(nearest, { throwIfNoEntry: false }) === undefined) nearest = dirname(nearest)
  return nearest
}
