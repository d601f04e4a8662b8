/** Which files bring in which, from their text alone. A guess from shape that would rather see a link too many. */

const MAX_LINE = 400
const MAX_KEPT = 64_000

const BRINGS_IN =
  /^\s*(?:import|from|use|using|mod|require|require_relative|include|load|source|@import|#\s*include)\b|\b(?:require|import)\s*\(|\bfrom\s+['"]|^\s*(?:\w+\s+)?"[\w./@-]+"\s*,?$/
/** Named after their folder, to those who bring them in. */
const OF_FOLDER = /^(?:index|mod|lib|main|__init__)$/
/** What lies in one folder needs no import. */
const BY_FOLDER = /\.(?:go|java|kt|scala|swift|cs)$/
const DECLARED =
  /\b(?:func|class|interface|struct|enum|record|object|fun|type)\s+(?:\([^)\n]{0,80}\)\s*)?([A-Za-z_]\w*)/g

const WORD = /[\w$\u0080-\uffff]+/g

export interface SourceFile {
  path: string
  text: string
  words: ReadonlySet<string>
  /** The lines by which it brings in others. */
  imports: string
  /** What its neighbours may use as it is, where the language lets them. */
  declared: string[]
}

export function sourceFile(path: string, text: string): SourceFile {
  const declared = BY_FOLDER.test(path) ? [...text.matchAll(DECLARED)].map((match) => match[1]!) : []
  return { path, text, words: new Set(text.match(WORD)), imports: importLines(text), declared }
}

/** Whether the first uses what the second has. */
export function usesFile(user: SourceFile | null, used: Pick<SourceFile, 'path' | 'declared'>): boolean {
  if (user === null) return false
  if (hasWord(user.imports, moduleName(used.path))) return true
  const neighbours = BY_FOLDER.test(user.path) && folderOf(user.path) === folderOf(used.path)
  return neighbours && used.declared.some((name) => user.words.has(name))
}

function importLines(text: string): string {
  let kept = ''
  for (const line of text.split('\n')) {
    if (line.length <= MAX_LINE && BRINGS_IN.test(line)) kept += `${line}\n`
    if (kept.length > MAX_KEPT) break
  }
  return kept
}

function moduleName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '')
  const folder = folderOf(path)
  const byFolder = path.endsWith('.go') || OF_FOLDER.test(name)
  return byFolder && folder !== '' ? folder.slice(folder.lastIndexOf('/') + 1) : name
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function hasWord(text: string, word: string): boolean {
  if (word === '') return false
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isWordChar(text[at - 1]) && !isWordChar(text[at + word.length])) return true
  }
  return false
}

function isWordChar(char: string | undefined): boolean {
  return char !== undefined && /[\w-]/.test(char)
}
