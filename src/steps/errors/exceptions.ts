import { type ErrorReader, firstLine, type LineRow } from './error-line.ts'

/** `pkg.Error: words`, or `Error` alone. */
const PYTHON = /^(?:[\w.]+\.)?(?<name>[A-Za-z_]\w*)(?:: (?<message>.*))?$/

/** The last frame is of the exception that ended the program; a fault of syntax has no other. Its name is less indented. */
export const pythonError: ErrorReader = (given) => {
  // A group of exceptions is drawn as a tree.
  const lines = given.map((line) => line.replace(/^ +\| {0,1}/, ''))
  const from = lines.findLastIndex((line) => /^\s*File "[^"]+", line \d+/.test(line))
  if (from < 0) return null
  const indent = (line: string) => line.length - line.trimStart().length
  const edge = Math.max(1, indent(lines[from]!))
  const said = lines
    .slice(from + 1)
    .find((line) => line !== '' && indent(line) < edge && !line.startsWith('^'))
  const match = PYTHON.exec(said?.trim() ?? '')
  if (!match) return null
  const { name, message } = match.groups ?? {}
  return { family: 'python', message: message ? `${name}: ${message}` : `${name}` }
}

const JVM =
  /^(?:\s*Exception in thread "[^"]*" |\s*Caused by: )?(?<name>(?:[a-z_]\w*\.)+[A-Z][\w$]*)(?:: (?<message>.*))?$/

/** A stack of causes ends with the first of them. */
export const jvmError: ErrorReader = (lines) => {
  const isHead = (line: string, at: number) =>
    JVM.test(line) && /^\s+(?:at |\.\.\. \d+ more)/.test(lines[at + 1] ?? '')
  const heads = lines.filter(isHead)
  const cause = heads.findLast((line) => /^\s*Caused by: /.test(line)) ?? heads[0]
  if (cause === undefined) return null
  const { name = '', message } = JVM.exec(cause)?.groups ?? {}
  return { family: 'jvm', message: [name.replace(/^.*\./, ''), message].filter(Boolean).join(': ') }
}

const ROWS: readonly LineRow[] = [
  { family: 'go', pattern: /^panic: (?<message>.+)/ },
  { family: 'go', pattern: /^fatal error: (?<message>.+)/, but: /file not found|compilation terminated/ },
  { family: 'go', pattern: /^WARNING: (?<message>DATA RACE)/, more: /^ {2}(\S+\(\))/ },
  { family: 'rust', pattern: /\bpanicked at '(?<message>.+)', \S+:\d+:\d+$/ },
  { family: 'rust', pattern: /\b(?<message>panicked) at \S+:\d+:\d+:$/, more: /^(.+)$/ },
  { family: 'ruby', pattern: /\.rb>?:\d+:in [`'].*': (?<message>.+) \((?<name>[A-Z][\w:]*)\)$/ },
  { family: 'ruby', pattern: /\.rb:\d+: (?<message>syntax errors? found.*|.*\(SyntaxError\))$/ },
  {
    family: 'php',
    pattern: /\bPHP (?:Fatal|Parse) error: +(?:Uncaught )?(?<message>.+?)(?: in \S+(?: on line \d+|:\d+))?$/,
  },
  { family: 'dotnet', pattern: /^Unhandled exception\. (?<name>[\w.]+): (?<message>.+)/ },
  {
    family: 'exception',
    pattern:
      /^\s*(?:Uncaught |\[?cause\]?: )?(?<name>(?:[A-Z]\w*)?(?:Error|Exception|Rejection))(?: \[(?<code>\w+)\])?: (?<message>.+)/,
    more: /^\s+\[cause\]: (.+)/,
  },
  { family: 'exception', pattern: /^\s*(?<name>(?:[A-Z]\w*)?Error) \[(?<code>\w+)\]/ },
  { family: 'exception', pattern: /^node:\S+:\d+$/, more: /^(Error: .+)/ },
  { family: 'python', pattern: /^E {2,}(?<name>[\w.]+(?:Error|Exception)): (?<message>.+)/ },
  { family: 'elixir', pattern: /^\*\* \((?<name>[\w.]+)\) (?<message>.+)/ },
  { family: 'process', pattern: /: (?<message>Assertion [`'].+' failed)/ },
  { family: 'process', pattern: /^(?<message>(?:free|malloc|realloc|munmap_chunk)\(\): .+|double free .+)/ },
  { family: 'process', pattern: /^\s+what\(\): +(?<message>.+)/ },
  {
    family: 'valgrind',
    pattern: /^==\d+== (?<message>(?:Invalid|Conditional|Use of|Mismatched|Syscall) .+)/,
    more: /^==\d+== +at \w+: (\S+) \(/,
  },
  {
    family: 'process',
    pattern:
      /(?<message>Segmentation fault|Bus error|Illegal instruction|Floating point exception|core dumped)/,
  },
  {
    family: 'process',
    pattern: /(?<message>JavaScript heap out of memory|Out of memory|\bOOMKilled\b)|^(?<name>Killed)$/,
  },
]

export const exceptionError = firstLine(ROWS)
