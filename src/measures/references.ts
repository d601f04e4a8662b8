import { codeSpans } from '../contracts/code-spans.ts'
import { fileEndings } from '../policy/selection-words.ts'

/** What a text points at: files, and names as they stand in code. */
interface References {
  /** Files of the base. */
  files: Set<string>
  /** All that it names: paths, whether they exist or not, and identifiers. */
  names: Set<string>
}

/** What a word in a text is in the base: the path, if there is one such file. */
export type Resolve = (token: string) => string | null

const TOKEN = /[\p{L}\p{N}_@$./\\-]+/gu
const ENDINGS = new Set(fileEndings)
const MAX_NAMES = 400

export function referencesIn(lines: string[], resolve: Resolve): References {
  const found: References = { files: new Set(), names: new Set() }
  for (const line of lines) {
    for (const { token, quoted } of tokensOf(line)) {
      if (found.names.size >= MAX_NAMES) return found
      const file = resolve(token)
      if (file !== null) found.files.add(file)
      if (file !== null || isPath(token) || isName(token, quoted)) found.names.add(file ?? token)
    }
  }
  return found
}

/** Paths in a text, as they are written. */
export function pathsIn(lines: string[]): string[] {
  const paths = lines.flatMap((line) => tokensOf(line).map(({ token }) => token)).filter(isPath)
  return [...new Set(paths)]
}

/** `a.ts` is `src/a.ts` if that is the only one of this name. */
export function resolver(paths: string[]): Resolve {
  const known = new Set(paths)
  const byName = new Map<string, string | null>()
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    byName.set(name, byName.has(name) ? null : path)
  }
  return (token) => {
    if (known.has(token)) return token
    return token.includes('/') || !token.includes('.') ? null : (byName.get(token) ?? null)
  }
}

function tokensOf(line: string): { token: string; quoted: boolean }[] {
  const spans = codeSpans(line)
  let span = 0
  return [...line.matchAll(TOKEN)].map(({ 0: raw, index }) => {
    while (span < spans.length && spans[span]![1] <= index) span++
    const quoted = span < spans.length && spans[span]![0] <= index
    return { token: raw.replace(/^(?:\.\/)+/, '').replace(/[.-]+$/, ''), quoted }
  })
}

export function isPath(token: string): boolean {
  if (token.length > 300 || token.includes('//')) return false
  const ending = /[^./]\.([A-Za-z][A-Za-z0-9]{0,9})$/.exec(token.slice(-40))?.[1]
  return ending !== undefined && ENDINGS.has(ending.toLowerCase())
}

/** Words in a code span are names; elsewhere only what is written as no word is. */
function isName(token: string, quoted: boolean): boolean {
  if (token.length < 3 || token.length > 100 || !/^[\p{L}_$][\w$.]*$/u.test(token)) return false
  return quoted || /[a-z0-9][A-Z]|\w_\w/.test(token)
}
