import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Near } from './importer.ts'
import { parseText } from './json-text.ts'

/** Of a file beside the transcript no more is read. */
const MAX_BYTES = 16 * 1024 * 1024

/** What lies beside a file and belongs to it. */
export function nearOf(path: string): Near {
  const folder = dirname(path)
  return {
    names: (within) => {
      try {
        return readdirSync(join(folder, within)).sort()
      } catch {
        return []
      }
    },
    values: (name) => valuesIn(join(folder, name)),
  }
}

function* valuesIn(path: string): Generator<unknown> {
  const text = textOf(path)
  if (text === null) return
  if (!path.endsWith('.jsonl')) return yield* values([text])
  yield* values(text.split('\n'))
}

function* values(texts: string[]): Generator<unknown> {
  for (const text of texts) {
    const parsed = parseText(text)
    if (parsed.ok) yield parsed.value
  }
}

function textOf(path: string): string | null {
  try {
    // A link could lead anywhere, and a pipe would have us wait for somebody who writes.
    const entry = lstatSync(path)
    return entry.isFile() && entry.size <= MAX_BYTES ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}
