import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { EntryChange } from './diff.ts'

/**
 * Files on disk where the change adds one, or a folder for one, and which the change does not itself remove. Git looks after
 * untracked files, but overwrites ignored ones without a word, and an ignored `.env` may be the only copy.
 */
export function filesInTheWay(root: string, changes: EntryChange[]): string[] {
  const removed = new Set(changes.filter(({ after }) => after === null).map(({ path }) => path))
  const added = changes.filter(({ before }) => before === null).map(({ path }) => path)
  const obstacles = added.flatMap((path) => obstaclesOn(root, path, removed))
  return [...new Set(obstacles)]
}

function obstaclesOn(root: string, path: string, removed: Set<string>): string[] {
  const names = path.split('/')
  for (let depth = 1; depth <= names.length; depth += 1) {
    const step = names.slice(0, depth).join('/')
    const kind = kindOf(join(root, step))
    if (kind === 'nothing') return []
    if (kind === 'file') return removed.has(step) ? [] : [step]
  }
  return filesBelow(root, path).filter((file) => !removed.has(file))
}

function filesBelow(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(root, path) : [path]
  })
}

function kindOf(path: string): 'nothing' | 'folder' | 'file' {
  try {
    return lstatSync(path).isDirectory() ? 'folder' : 'file'
  } catch {
    return 'nothing'
  }
}
