import { memoryLimits } from '../../policy/memory.ts'
import { thresholds } from '../../policy/thresholds.ts'
import { cachedSimilarity } from '../finding-matching.ts'
import type { Subject } from './lesson.ts'

export type Closeness = (a: Subject, b: Subject) => number | null

/** How close two things are in whatever words, `null` if they are not the same. Each text is taken apart once. */
export function closenessOf(): Closeness {
  const similarity = cachedSimilarity()
  return (a, b) => {
    if (a.category !== null && b.category !== null && a.category !== b.category) return null
    const here = isSamePlace(a.files, b.files)
    // Elsewhere the words must agree more: every file can lack a test.
    const needed = here ? thresholds.findingSimilarity : (1 + thresholds.findingSimilarity) / 2
    const alike = Math.max(
      0,
      ...a.wordings.flatMap((one) => b.wordings.map((other) => similarity(one, other))),
    )
    return alike >= needed ? alike + (here ? 1 : 0) : null
  }
}

/** Whether a lesson says anything about that file. */
export function concerns({ files }: Pick<Subject, 'files'>, file: string | null): boolean {
  if (files.length === 0 || files.length > memoryLimits.boundFiles || file === null) return true
  return files.some((each) => each === file || baseName(each) === baseName(file))
}

function isSamePlace(a: string[], b: string[]): boolean {
  return a.length === 0 || b.length === 0 ? a.length === b.length : a.some((file) => b.includes(file))
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
