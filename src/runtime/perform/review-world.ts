import { codeNames } from '../../core/code-names.ts'
import type { Finding } from '../../core/events.ts'
import { type SourceFile, sourceFile } from '../../verify/file-links.ts'
import type { RunContext } from '../context.ts'
import { readTree } from './trees.ts'

/** What is looked at to judge a review: the files it speaks of, and the change. */
export interface ReviewWorld {
  fileExists(path: string): boolean
  /** Whether any file has this name, wherever it is. */
  hasName(path: string): boolean
  lineCount(path: string): number | null
  changed: string[]
  /** Of the files looked at, those that are text, as far as the limit went. */
  sources: ReadonlyMap<string, SourceFile>
  /** The limit was not reached: what is in none of the sources is not there. */
  complete: boolean
}

/** In characters, of all files together: whoever wrote them, they are an agent's to grow. */
const MAX_READ = 1_000_000
const MAX_CHANGED = 50
const MAX_QUOTED = 20

export async function reviewWorld(
  context: RunContext,
  head: string,
  findings: Finding[],
): Promise<ReviewWorld> {
  const changed = await changedPaths(context, head)
  const looked = lookedAt(findings, changed)
  const tree = await readTree(context, head, looked)
  const names = new Set(tree.paths().map(nameOf))
  const lines = new Map<string, number>()
  const sources = new Map<string, SourceFile>()
  let left = MAX_READ
  let complete = changed.length <= MAX_CHANGED
  for (const path of looked) {
    const text = await tree.read(path)
    if (text === null) continue
    lines.set(path, text.split('\n').length)
    if (text.length <= left) sources.set(path, sourceFile(path, text))
    else complete = false
    left -= Math.min(left, text.length)
  }
  return {
    fileExists: (path) => tree.has(path),
    hasName: (path) => names.has(nameOf(path)),
    lineCount: (path) => lines.get(path) ?? null,
    changed,
    sources,
    complete,
  }
}

function lookedAt(findings: Finding[], changed: string[]): string[] {
  if (findings.length === 0) return []
  const quoted = findings.flatMap((finding) =>
    codeNames(textOf(finding)).flatMap(({ name, shape }) => (shape === 'path' ? [name] : [])),
  )
  return [
    ...new Set([
      ...findings.flatMap(({ file }) => file ?? []),
      ...changed.slice(0, MAX_CHANGED),
      ...quoted.slice(0, MAX_QUOTED),
    ]),
  ]
}

/** Where a finding says what happens. A fix may speak of what is yet to be made. */
export function textOf({ description, evidence }: Finding): string {
  return `${description}\n${evidence}`
}

async function changedPaths({ outside, vault, state }: RunContext, head: string): Promise<string[]> {
  const known = Object.values(state.collected).findLast((work) => work.head === head)
  const files =
    known?.more_files === 0 ? known.files : await outside.changedFiles(vault, state.start!.base, head)
  return files.map((file) => file.path)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
