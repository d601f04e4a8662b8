import { lexiconOf } from './lexicons.ts'
import { scanRegions } from './scan.ts'
import type { Region } from './scan-state.ts'

/** Comments and the contents of strings become blanks: same length, same lines, so offsets hold in both texts. */
export function codeOnly(text: string, path: string): string {
  const lexicon = lexiconOf(path)
  return lexicon ? blank(text, scanRegions(text, lexicon)) : text
}

/** Comments only become blanks: for configuration, where strings are what matters. */
export function withoutComments(text: string, path: string): string {
  const lexicon = lexiconOf(path)
  if (!lexicon) return text
  return blank(
    text,
    scanRegions(text, lexicon).filter((region) => region.kind === 'comment'),
  )
}

function blank(text: string, regions: Region[]): string {
  const out: string[] = []
  let from = 0
  for (const { start, end } of regions) {
    out.push(text.slice(from, start), blanks(text.slice(start, end)))
    from = end
  }
  out.push(text.slice(from))
  return out.join('')
}

function blanks(text: string): string {
  if (!text.includes('\n')) return ' '.repeat(text.length)
  return text
    .split('\n')
    .map((line) => ' '.repeat(line.length))
    .join('\n')
}
