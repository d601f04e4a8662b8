import type { Importer } from './importer.ts'
import { importers } from './index.ts'

/** Whose a file is, by its beginning and its name. `format`: somebody said. `null`: nobody's. */
export function guess(head: string, name: string, format: string | null): Importer | null {
  if (format !== null) return importers.find(({ id }) => id === format) ?? null
  const bare = name.replace(/\.gz$/i, '')
  const text = head.replace(/^\uFEFF/, '')
  const byStart = importers.find((importer) => importer.recognises(text, bare))
  return byStart ?? importers.find((importer) => startsLater(importer, text, bare)) ?? null
}

/** The first line may be torn: any of the next ones will do. */
function startsLater(importer: Importer, text: string, name: string): boolean {
  if (importer.shape.kind !== 'lines') return false
  const lines = text.split('\n').slice(1, 200)
  return lines.some((line) => importer.recognises(line, name))
}
