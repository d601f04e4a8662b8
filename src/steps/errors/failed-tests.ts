import type { ErrorReader } from './error-line.ts'

/** How each runner heads a failed test, and which line below says why. */
interface Row {
  family: string
  /** The groups `name` and, where the head says why itself, `message`. */
  head: RegExp
  /** A line that the whole output must have, where the head alone could be anything. */
  when?: RegExp
  /** The line that says why, if it is not simply the next one that says anything. */
  why?: RegExp
  /** The reasons are all above: the first line of this form, anywhere, is one of them. */
  above?: RegExp
  /** The name goes on in the lines below, up to one that ends with a colon. */
  goesOn?: true
}

const EXCEPTION = /^\s*(?:\w+ )?(?:[\w$]+[.:]+)*(?:[A-Z]\w*)?(?:Error|Exception|Failure|Failed)\b.*/

/** The reasons stand above, test by test: the name has to do. */
const NONE = /(?!)/

const ROWS: readonly Row[] = [
  {
    family: 'pytest',
    head: /^(?:FAILED|ERROR) (?<name>\S+?\.py(?:::\S+(?: \S+\])?)?)(?: - (?<message>.*))?$/,
    above: /^E {2,}\S/,
  },
  { family: 'unittest', head: /^(?:FAIL|ERROR): (?<name>\w+ \([\w.]+\))/, why: /^[A-Za-z_][\w.]*(?:: .*)?$/ },
  { family: 'vitest', head: /^\s*FAIL\s+(?:\|?[\w@/-]+\|?\s+)?(?<name>\S+\.\w+ (?:> .+|\[ .+ \]))$/ },
  { family: 'jest', head: /^\s*● (?<name>.+)$/, when: /^Tests?(?: Suites)?: /m },
  {
    family: 'mocha',
    head: /^\s+\d+\) (?<name>.+)$/,
    when: /^\s+\d+ failing$/m,
    why: EXCEPTION,
    goesOn: true,
  },
  { family: 'node', head: /^\s*not ok \d+ - (?<name>.+)$/, why: /^\s+error: (?:\|-)?.*/ },
  { family: 'node', head: /^\s*✖ (?<name>.+?)(?: \([\d.]+ms\))?$/, when: /^ℹ fail /m, why: EXCEPTION },
  { family: 'go', head: /^\s*--- FAIL: (?<name>\S+)/, why: /^(?:\s+\S+\.go:\d+: .*|panic: .*)/ },
  {
    family: 'cargo',
    head: /^---- (?<name>\S+) stdout ----$/,
    why: /^(?!thread |note: )\S.*|panicked at '.*/,
  },
  {
    family: 'surefire',
    head: /^\[ERROR\] +(?<name>[\w.$]+(?:Test|IT|Tests|Spec)\w*\.\w+(?:\([^)]*\))?):\d+ ?(?:[»-] ?)?(?<message>.*)$/,
  },
  {
    family: 'surefire',
    head: /^\[ERROR\] +(?<name>[\w.$]+(?:\([\w.]+\))?)\b.*<<< (?:FAILURE|ERROR)!/,
    why: EXCEPTION,
  },
  { family: 'gradle', head: /^(?<name>\S.* > .+) FAILED$/, why: /^\s+\S.*/ },
  {
    family: 'rspec',
    head: /^\s+\d+\) (?<name>.+)$/,
    when: /^\d+ examples?, [1-9]\d* failures?/m,
    why: /^\s+(?:expected|[A-Z]\w*(?:::\w+)*Error|undefined|Failure\/Error).*/,
  },
  {
    family: 'playwright',
    head: /^\s+\d+\) (?:\[[^\]]+\] › )?(?<name>\S+\.\w+:\d+:\d+ › .+?)[ ─]*$/,
    why: EXCEPTION,
  },
  {
    family: 'junit',
    head: /^\s+JUnit \w+:(?<name>\S+\(.*\))$/,
    why: /^\s+=> \S.*/,
  },
  {
    family: 'cargo',
    head: /^\s+(?:FAIL|TIMEOUT|SIGABRT|SIGSEGV) \[ *[\d.]+s\] (?:\(.*\) )?(?<name>\S+ \S+)$/,
    why: /^(?!thread |note: |--- )\S.*/,
  },
  { family: 'gtest', head: /^\[ {2}FAILED {2}\] (?<name>[\w/]+\.[\w/]+)/, why: NONE },
  { family: 'ctest', head: /^\t\s*\d+ - (?<name>\S+) \((?<message>[\w ]+)\)/ },
  {
    family: 'dotnet',
    head: /^\s+Failed (?<name>[\w.+]+(?:\(.*\))?) \[[^\]]*\]$/,
    why: /^\s+(?!Error Message:|Stack Trace:)\S.*/,
  },
  { family: 'minitest', head: /^(?<name>\w+#test_\w+)(?: \[[^\]]*\])?:$/ },
  {
    family: 'exunit',
    head: /^\s+\d+\) (?<name>(?:test|property|doctest) .+ \([\w.]+\))$/,
    why: /^\s+(?!\S+\.exs?:\d+)\S.*/,
  },
  {
    family: 'ava',
    head: /^\s+✖ (?<name>.+?)(?: Difference.*)?$/,
    when: /^\s+\d+ tests? failed$/m,
    why: NONE,
  },
  {
    family: 'deno',
    head: /^(?<name>\S.*) => \S+:\d+:\d+$/,
    when: /^FAILED \| \d+ passed/m,
    why: /^error: .*/,
  },
  { family: 'bun', head: /^\(fail\) (?<name>.+?)(?: \[[\d.]+m?s\])?$/, above: /^error: / },
  { family: 'phpunit', head: /^\d+\) (?<name>[\w\\]+::\w+.*)$/ },
]

interface FailedTest {
  family: string
  name: string
  why: string
}

const MAX_FAILURES = 100
const WHY_LINES = 40
const HOLDS_IT = /\bsubtests? failed\b/
const NO_WORDS = /^[\s=\-_─━⎯*|]*$/

/** Runners end tests in any order, so the first by name is taken: the same until it is mended. */
export const failedTest: ErrorReader = (lines) => {
  const whole = lines.join('\n')
  const rows = ROWS.filter(({ when }) => when?.test(whole) ?? true)
  const failures: FailedTest[] = []
  for (const [at, line] of lines.entries()) {
    const failure = failureAt(rows, lines, { at, line })
    if (failure) failures.push(failure)
    if (failures.length >= MAX_FAILURES) break
  }
  failures.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  // A test may be named twice, first without the reason; and a suite is named that only holds it.
  const best = failures.find(({ why }) => why !== '' && !HOLDS_IT.test(why)) ?? failures[0]
  return best ? { family: best.family, message: [best.name, best.why].filter(Boolean).join(': ') } : null
}

function failureAt(
  rows: Row[],
  lines: readonly string[],
  place: { at: number; line: string },
): FailedTest | null {
  for (const row of rows) {
    const groups = row.head.exec(place.line)?.groups
    if (!groups?.name) continue
    const below = lines.slice(place.at + 1, place.at + 1 + WHY_LINES)
    const name = `${groups.name.trim()}${row.goesOn ? restOfName(below) : ''}`
    return { family: row.family, name, why: groups.message?.trim() || whyOf(row, rows, { lines, below }) }
  }
  return null
}

function restOfName(below: readonly string[]): string {
  const end = below.findIndex((line) => line.endsWith(':'))
  return end < 0 || end > 5
    ? ''
    : below
        .slice(0, end + 1)
        .map((line) => ` > ${line.trim()}`)
        .join('')
}

function whyOf(
  { why, above }: Row,
  rows: Row[],
  { lines, below }: Record<'lines' | 'below', readonly string[]>,
): string {
  if (above) return lines.find((line) => above.test(line))?.replace(/^E\s+/, '') ?? ''
  const next = below.findIndex((line) => rows.some(({ head }) => head.test(line)))
  const own = next < 0 ? below : below.slice(0, next)
  const at = own.findIndex((text) => !NO_WORDS.test(text) && (why?.test(text) ?? true))
  // A block of YAML: the text begins on the next line.
  const line = /: [|>]-?$/.test(own[at] ?? '') ? own[at + 1] : own[at]
  return line?.trim() ?? ''
}
