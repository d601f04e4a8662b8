import { firstLine, type LineRow } from './error-line.ts'

/** What rustc writes beside the carets: a heading such as "mismatched types" says too little. */
const RUST_LABEL = /\^+ (expected .+|.*not found.*|.*cannot .+)$/

/** Compilers, linkers, type-checkers and linters: a place in a file, and what is wrong there. */
const ROWS: readonly LineRow[] = [
  { family: 'typescript', pattern: /\berror (?<code>TS\d+): (?<message>.+)/ },
  {
    family: 'compiler',
    pattern: /\(\d+(?:,\d+)?\) ?: (?:fatal )?error (?<code>[A-Z]+\d+) ?: (?<message>.+?)(?: \[[^\]]*\])?$/,
  },
  { family: 'rust', pattern: /^error\[(?<code>E\d+)\]: (?<message>.+)/, more: RUST_LABEL },
  { family: 'rust', pattern: /^error: (?<message>.+)/, below: /^\s+--> /, more: RUST_LABEL },
  { family: 'java', pattern: /\.(?:java|kt|scala):\d+: error: (?<message>.+)/, more: /^\s+symbol: +(.+)/ },
  {
    family: 'java',
    pattern: /^\[ERROR\] .*\.(?:java|kt):\[\d+,\d+\] (?:error: )?(?<message>.+)/,
    more: /symbol: +(.+)/,
  },
  { family: 'kotlin', pattern: /^e: .*:\d+:\d+:? (?<message>.+)/ },
  {
    family: 'compiler',
    pattern: /^[^\s:][^:]*:\d+:(?:\d+:)? (?:fatal |internal compiler )?error: (?<message>.+)/,
  },
  { family: 'sanitizer', pattern: /ERROR: (?<code>\w+Sanitizer): (?<message>[\w-]+)/ },
  { family: 'sanitizer', pattern: /:\d+:\d+: runtime error: (?<message>.+)/ },
  { family: 'linker', pattern: /\b(?<message>undefined reference to .+)/ },
  { family: 'linker', pattern: /\b(?<message>multiple definition of [`'][^`']+')/ },
  { family: 'linker', pattern: /\berror (?<code>LNK\d+): (?<message>.+)/ },
  {
    family: 'linker',
    pattern: /\bld(?:\.\w+)?: (?<message>(?:cannot find|library not found|symbol\(s\)|undefined symbol).*)/,
  },
  { family: 'linker', pattern: /^\s+(?<message>"_?\S+", referenced from:)/ },
  { family: 'go', pattern: /^(?:vet: )?[\w./-]+\.go:\d+(?::\d+)?: (?<message>.+)/, but: /_test\.go:\d+: / },
  {
    family: 'go',
    pattern:
      /(?<message>no required module provides package \S+|cannot find package \S+|package \S+ is not in (?:std|GOROOT))/,
  },
  { family: 'go', pattern: /^verifying (?<message>\S+?)@(?:\S+): (?<name>checksum mismatch)/ },
  { family: 'gradle', pattern: /^\s+> (?<message>Could not (?:find|resolve|get|download) .+)/ },
  { family: 'bundler', pattern: /^(?:✘|X) \[ERROR\] (?<message>.+)/ },
  { family: 'bundler', pattern: /^(?<message>Module not found: .+)/ },
  { family: 'bundler', pattern: /\bRollupError: (?:\S+ \(\d+:\d+\): )?(?<message>.+)/ },
  { family: 'scala', pattern: /^\[error\] .*\.scala:\d+(?::\d+)?: (?:error: )?(?<message>.+)/ },
  {
    family: 'lint',
    pattern: /^\s+\d+:\d+ +error +(?<message>.+?)(?: {2,}(?:[\w@/-]+))?$/,
    but: /^\s+\d+:\d+ +error +$/,
  },
  {
    family: 'lint',
    pattern: /^\S+:\d+:\d+ (?<message>(?:lint|parse|format|suppressions)\/?[\w/]*)/,
    more: /^ {2}[✖×] (.+)/,
  },
  { family: 'lint', pattern: /\.py:\d+:\d+ - error: (?<message>.+)/ },
  { family: 'lint', pattern: /^\S+\.rb:\d+:\d+: [CWEF]: (?<message>.+)/ },
  {
    family: 'lint',
    pattern: /^\S+\.py:\d+(?::\d+)?: (?<code>[A-Z]{1,3}\d{3,4})(?: \[\*\])?:? (?<message>.+)/,
  },
]

export const compilerError = firstLine(ROWS)
