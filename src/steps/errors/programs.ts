import { type ErrorReader, firstLine, type LineRow } from './error-line.ts'

/** Network, package managers, git and the shell. */
const ROWS: readonly LineRow[] = [
  { family: 'http', pattern: /\bcurl: \((?<code>\d+)\) (?<message>.+)/ },
  { family: 'http', pattern: /^[<* ]*(?<message>HTTP\/[\d.]+ [45]\d\d\b.*)/ },
  { family: 'http', pattern: /(?<message>\b(?:status|status code|HTTP(?: error)?)[ :=]+[45]\d\d\b.*)/i },
  {
    family: 'http',
    pattern:
      /\b(?<message>(?:4\d\d|5\d\d):? (?:Bad|Unauthorized|Payment|Forbidden|Not|Method|Request|Conflict|Gone|Unprocessable|Too|Internal|Service|Gateway|Client|Server)\b.*)/i,
    // The package's name is in a later line.
    but: /^npm /,
  },
  { family: 'shell', pattern: /(?:^|: )(?<name>[^\s:]+): (?<message>(?:command )?not found)$/ },
  { family: 'shell', pattern: /(?<message>command not found): (?<name>\S+)/ },
  {
    family: 'npm',
    pattern: /^npm (?:ERR!|error) (?<message>.+)/,
    but: /^npm (?:ERR!|error) (?:code |errno |syscall |path |command |workspace |location |signal |Exit status|A complete log|Lifecycle script|Failed at|This is probably|404 Not Found - |404\s*$|\s*$|\s{2,})/i,
  },
  { family: 'make', pattern: /^make(?:\[\d+\])?: \*\*\* (?<message>(?:No rule|missing separator).*)/ },
  { family: 'make', pattern: /^Makefile:\d+: \*\*\* (?<message>.+)/ },
  { family: 'program', pattern: /^(?:fatal|error): (?<message>.+)/ },
  { family: 'git', pattern: /^(?<message>CONFLICT \(\w+\): .+)/ },
  {
    family: 'system',
    pattern:
      /^(?<name>[\w.-]+): (?<message>.*(?:No such file or directory|Permission denied|Is a directory|Not a directory|File exists|No space left on device|Connection refused|Operation not permitted|invalid option|unrecognized option|illegal option).*)/,
  },
]

/** They say little, so only where no other line said more. */
const LAST_ROWS: readonly LineRow[] = [
  { family: 'npm', pattern: /^npm (?:ERR!|error) (?<message>code E(?!LIFECYCLE)\w+)/ },
  { family: 'make', pattern: /^make(?:\[\d+\])?: \*\*\* (?<message>\[.*\] Error \d+)/ },
  { family: 'bundler', pattern: /^(?<message>ERROR in .+)/ },
]

export const programError = firstLine(ROWS)
export const poorError = firstLine(LAST_ROWS)

const STRONG =
  /^\W*(?:\[?(?:error|fatal|critical|panic)\]?\b[^\w]|[\w.-]+: (?:error|fatal)\b)|\b(?:error|fatal|ERR)[:!]/i
const WEAK =
  /\b(?:errors?|fatal|failed|failure|exception|cannot|can't|could not|couldn't|unable to|not found|does not exist|denied|refused|timed? ?out|invalid|unexpected|missing|unknown|unsupported|must be|no such)\b/i
/** Frames of a stack, carets below source, rules of dashes, echoes of a script runner. */
const NOISE = /^\s*(?:at |File "|\^|[|>] |[-=_*~─━]{3,}|\$ |> )|\b0 errors?\b|^\s*$/

/** How many failed is no error: it is the same for all of them. */
const SUMMARY =
  /^\W*(?:Tests?|Test Files|Test Suites|Suites|Snapshots)\b:?\s.*\d+ (?:failed|passed|total)|^\W*\d+ (?:tests?|examples?|runs?|specs?|files?|problems?|errors?|failures?|failed|failing)\b[^:]*$|^\W*(?:Found|collected) \d+ |^(?:FAIL|FAILED)\b[^:]*$|^\W*(?:the )?(?:process |command )?exit(?:ed)?(?: with)?(?: status| code):? \d+$|\bld returned \d+/i

/** The first line that speaks of an error, else the last that says anything. A heading takes the next line along. */
export const plainError: ErrorReader = (lines) => {
  const said = lines.filter((line) => !NOISE.test(line) && !SUMMARY.test(line))
  const found = [STRONG, WEAK].map((form) => said.findIndex((line) => form.test(line)))
  const at = found.find((index) => index >= 0) ?? said.length - 1
  const line = said[at]
  if (line === undefined) return null
  const next = line.endsWith(':') ? (said[at + 1]?.trim() ?? '') : ''
  return { family: 'plain', message: `${line} ${next}` }
}
