import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lesson } from '../../src/core/memory/lesson.ts'

/** A lesson that two runs made, unless `over` says otherwise. */
export function lessonOf(over: Partial<Lesson> = {}): Lesson {
  const text = over.text ?? 'an empty title is not handled'
  return {
    id: 'l-00000001',
    state: 'active',
    archivedFor: null,
    kind: 'anti-pattern',
    by: 'runs',
    domain: 'code',
    role: null,
    category: 'reliability',
    files: ['src/slugify.js'],
    text,
    fix: '',
    wordings: [text],
    frequency: 2,
    idle: 0,
    met: ['run-1', 'run-2'],
    fixed: [],
    injected: [],
    repeated: [],
    ...over,
  }
}

/** The memory of a project that has had runs before. */
export function remember(root: string, lessons: Lesson[], runs: string[] = ['run-1', 'run-2']): void {
  const folder = join(root, '.wiggum/memory')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'lessons.jsonl'), memoryText(lessons, runs))
}

export function memoryText(lessons: Lesson[], runs: string[] = ['run-1', 'run-2']): string {
  return [{ memory: 1, runs }, ...lessons].map((line) => `${JSON.stringify(line)}\n`).join('')
}
