import type { TestRun } from '../core/events.ts'
import { withoutTerminalCodes } from './normalise.ts'

/** The lines in which each runner sums up. They are looked for in the output of a test command only. */

type Counts = Omit<TestRun, 'runner'>
type Summary = (output: string) => Counts | null

/** The last match of a pattern; a nested run prints its own summary before. */
function last(output: string, pattern: RegExp): RegExpMatchArray | null {
  return [...output.matchAll(pattern)].at(-1) ?? null
}

/** `2 failed | 10 passed`, `Failures: 2, Errors: 1`: the sum of the figures beside the words. */
function beside(line: string, words: string): number | null {
  const found = [...line.matchAll(new RegExp(`(\\d+) (?:${words})\\b|\\b(?:${words})(?:: ?|=)(\\d+)`, 'gi'))]
  return found.length === 0 ? null : found.reduce((sum, match) => sum + Number(match[1] ?? match[2]), 0)
}

/** Where a summary line is there, a word that it leaves out counts zero. */
function counts(passed: number | null, failed: number | null, skipped: number | null): Counts {
  const ran = (passed ?? 0) + (failed ?? 0)
  return {
    passed: passed ?? 0,
    failed: failed ?? 0,
    skipped: skipped ?? 0,
    ok: ran === 0 ? null : (failed ?? 0) === 0,
  }
}

const listed = (pattern: RegExp, words: { failed: string; skipped: string }) => (output: string) => {
  const line = last(output, pattern)?.[0]
  return line === undefined
    ? null
    : counts(beside(line, 'passed'), beside(line, words.failed), beside(line, words.skipped))
}

/** A file that cannot even be loaded has no tests to count; it is red all the same. */
const withFiles =
  (tests: Summary, files: RegExp): Summary =>
  (output) => {
    const line = last(output, files)?.[0]
    const found = tests(output) ?? (line === undefined ? null : counts(null, null, null))
    return found && (beside(line ?? '', 'failed') ?? 0) > 0 ? { ...found, ok: false } : found
  }

const vitest = withFiles(
  listed(/^\s*Tests {2}.*\(\d+\).*$/gm, { failed: 'failed', skipped: 'skipped|todo' }),
  /^\s*Test Files {2}.*\(\d+\).*$/gm,
)
const jest = withFiles(
  listed(/^Tests: .*\btotal\b.*$/gm, { failed: 'failed', skipped: 'skipped|todo|pending' }),
  /^Test Suites: .*\btotal\b.*$/gm,
)
const pytest = listed(
  /^=* ?(?:\d+ \w+, )*\d+ (?:failed|passed|skipped|errors?|xfailed|xpassed|deselected|warnings?)\b.* in [\d.]+ ?s.*$/gm,
  { failed: 'failed|errors?', skipped: 'skipped|xfailed' },
)
const nextest = listed(/^\s*Summary \[.*tests? run: .*$/gm, {
  failed: 'failed|timed out',
  skipped: 'skipped',
})

const mocha: Summary = (output) => {
  const passing = last(output, /^\s+(\d+) passing\b/gm)
  const failing = last(output, /^\s+(\d+) failing$/gm)
  if (!passing && !failing) return null
  return counts(figure(passing), figure(failing), figure(last(output, /^\s+(\d+) pending$/gm)))
}

const node: Summary = (output) => {
  const read = (word: string) => figure(last(output, new RegExp(`^(?:ℹ|#) ${word} (\\d+)$`, 'gm')))
  if (read('tests') === null || read('pass') === null) return null
  const failed = (read('fail') ?? 0) + (read('cancelled') ?? 0)
  return counts(read('pass'), failed, (read('skipped') ?? 0) + (read('todo') ?? 0))
}

const unittest: Summary = (output) => {
  const ran = figure(last(output, /^Ran (\d+) tests? in /gm))
  const verdict = last(output, /^(OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/gm)
  if (ran === null || !verdict) return null
  const failed = beside(verdict[2] ?? '', 'failures|errors|unexpected successes') ?? 0
  const skipped = beside(verdict[2] ?? '', 'skipped') ?? 0
  return {
    ...counts(Math.max(0, ran - failed - skipped), failed, skipped),
    ok: ran > 0 ? verdict[1] === 'OK' : null,
  }
}

/** Without `-v` it names packages only: then the figures are unknown. */
const go: Summary = (output) => {
  const lines = (pattern: RegExp) => [...output.matchAll(pattern)].length
  const failed = lines(/^--- FAIL: /gm)
  const passed = lines(/^--- PASS: /gm)
  const red = failed > 0 || /^FAIL(?:\t|$)/m.test(output)
  const green = /^(?:ok {2}\t|PASS$)/m.test(output)
  if (!red && !green) return null
  const told = passed > 0 || /^=== RUN /m.test(output)
  return {
    passed: told ? passed : null,
    failed: told || failed > 0 ? failed : red ? null : 0,
    skipped: told ? lines(/^--- SKIP: /gm) : null,
    ok: !red,
  }
}

/** One line for each crate or module: their sum. */
const summed =
  (pattern: RegExp, read: (line: string) => Counts): Summary =>
  (output) => {
    const all = [...output.matchAll(pattern)].map((match) => read(match[0]))
    if (all.length === 0) return null
    const sum = (key: 'passed' | 'failed' | 'skipped') =>
      all.reduce((total, one) => total + (one[key] ?? 0), 0)
    return counts(sum('passed'), sum('failed'), sum('skipped'))
  }

const cargo = summed(/^test result: \w+\. .*$/gm, (line) =>
  counts(beside(line, 'passed'), beside(line, 'failed'), beside(line, 'ignored')),
)

const maven = summed(/^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+$/gm, (line) => {
  const failed = (beside(line, 'Failures') ?? 0) + (beside(line, 'Errors') ?? 0)
  const skipped = beside(line, 'Skipped') ?? 0
  return counts(Math.max(0, (beside(line, 'Tests run') ?? 0) - failed - skipped), failed, skipped)
})

const gradle: Summary = (output) => {
  const line = last(output, /^(\d+) tests? completed, .*$/gm)
  const verdict = last(output, /^BUILD (SUCCESSFUL|FAILED)\b/gm)?.[1]
  if (!line)
    return verdict ? { passed: null, failed: null, skipped: null, ok: verdict === 'SUCCESSFUL' } : null
  const failed = beside(line[0], 'failed') ?? 0
  const skipped = beside(line[0], 'skipped') ?? 0
  return counts(Math.max(0, Number(line[1]) - failed - skipped), failed, skipped)
}

const rspec: Summary = (output) => {
  const line = last(output, /^\d+ examples?, \d+ failures?.*$/gm)?.[0]
  if (line === undefined) return null
  const failed = (beside(line, 'failures?') ?? 0) + (beside(line, 'errors? occurred') ?? 0)
  const skipped = beside(line, 'pending') ?? 0
  return counts(
    Math.max(0, (beside(line, 'examples?') ?? 0) - (beside(line, 'failures?') ?? 0) - skipped),
    failed,
    skipped,
  )
}

const phpunit: Summary = (output) => {
  const ok = figure(last(output, /^OK \((\d+) tests?, \d+ assertions?\)$/gm))
  if (ok !== null) return counts(ok, 0, 0)
  const line = last(output, /^Tests: \d+, Assertions: \d+.*$/gm)?.[0]
  if (line === undefined) return null
  const failed = (beside(line, 'Failures') ?? 0) + (beside(line, 'Errors') ?? 0)
  const skipped = (beside(line, 'Skipped') ?? 0) + (beside(line, 'Incomplete') ?? 0)
  return counts(Math.max(0, (beside(line, 'Tests') ?? 0) - failed - skipped), failed, skipped)
}

function figure(match: RegExpMatchArray | null): number | null {
  return match ? Number(match[1]) : null
}

const SUMMARIES: Readonly<Record<string, Summary[]>> = {
  vitest: [vitest],
  jest: [jest],
  mocha: [mocha],
  node: [node],
  pytest: [pytest],
  unittest: [unittest, pytest],
  cargo: [cargo, nextest],
  maven: [maven],
  rspec: [rspec],
  phpunit: [phpunit],
  go: [go],
  gradle: [gradle],
}

const MAX_CHARS = 256 * 1024
/** No summary is longer, and what is cut cannot be searched back and forth. */
const MAX_LINE = 400

/** By the runner's own summary; for `any`, whichever runner's is there. */
export function summaryOf(runner: string, output: string): TestRun | null {
  const lines = withoutTerminalCodes(output.slice(-MAX_CHARS)).split(/\r?\n/)
  const text = lines.map((line) => line.slice(0, MAX_LINE)).join('\n')
  const names = runner === 'any' ? Object.keys(SUMMARIES) : [runner]
  for (const name of names) {
    for (const summary of SUMMARIES[name] ?? []) {
      const found = summary(text)
      if (found) return { runner: name, ...found }
    }
  }
  return null
}
