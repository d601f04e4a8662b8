import type { CheckResult, EventData, OwnTests } from './events.ts'
import type { RunState } from './state.ts'
import { wordsOf } from './task-words.ts'
import { verificationOf } from './verification.ts'

/**
 * What the green checks of the present work say. `proven`: something was red before the change, twice, and is green with it,
 * twice. `unbroken`: all is green, and nothing was red before, so nothing shows that the change does what the task asks for.
 */
export interface Proof {
  kind: 'proven' | 'unbroken'
  /** What was red and is green. */
  by: string[]
  /** What was looked at and does not count, with the reason. */
  short: string[]
}

/** `null`: the present work was not verified green, so there is nothing to weigh. */
export function proofOf(state: RunState): Proof | null {
  const { merge, start } = state
  const merged = verificationOf(state, 'merged')
  if (!merge || !start || !merged?.ran || !merged.green) return null
  const said = [
    ...redBefore(verificationOf(state, 'baseline'), merged),
    ...ownTests(state, merged, verificationOf(state, 'proof')),
  ]
  const by = said.flatMap((each) => (each.counts ? [each.what] : []))
  const short = said.flatMap((each) => (each.counts ? [] : [each.why]))
  return { kind: by.length > 0 ? 'proven' : 'unbroken', by, short }
}

type Said = { counts: true; what: string } | { counts: false; why: string }

/** The project's own test command and the acceptance commands. A setup that fails, or a file that is not there, shows nothing. */
function redBefore(
  baseline: EventData['verify.complete'] | undefined,
  merged: EventData['verify.complete'],
): Said[] {
  return (baseline?.checks ?? []).flatMap((before): Said[] => {
    const now = merged.checks.find(({ name }) => name === before.name)
    if (!now || isGreen(before) || /^(?:setup|required-)/.test(before.name)) return []
    if (!before.again) return [{ counts: false, why: `${now.command}: red once before, not run again` }]
    if (isGreen(before.again))
      return [{ counts: false, why: `${now.command}: red, then green on the same code before` }]
    if (now.again && !isGreen(now.again))
      return [{ counts: false, why: `${now.command}: green, then red on the same code now` }]
    return [{ counts: true, what: now.command }]
  })
}

function isGreen({ exit, timed_out }: Pick<CheckResult, 'exit' | 'timed_out'>): boolean {
  return exit === 0 && !timed_out
}

function ownTests(
  { start }: RunState,
  merged: EventData['verify.complete'],
  before: EventData['verify.complete'] | undefined,
): Said[] {
  // Older logs know of one run, and not of which tests.
  if (before && !before.own_tests)
    return before.green ? [] : [{ counts: false, why: 'the new tests: red once on the old code' }]
  return (before?.own_tests ?? []).map((tests): Said => {
    const what = tests.files.join(', ')
    const now = merged.own_tests?.find(({ files }) => files.join(', ') === what)
    const why = weakness(tests, now, start!.task)
    return why === null ? { counts: true, what } : { counts: false, why: `${what}: ${why}` }
  })
}

/** `null`: they were red on the old code for a reason in the task, and are green now. */
function weakness(before: OwnTests, now: OwnTests | undefined, task: string): string | null {
  if (before.outcome === 'green') return 'green on the old code too'
  if (before.outcome === 'flaky') return 'once red and once green on the old code'
  if (before.outcome === 'once') return 'red on the old code, where there was no time for a second run'
  if (before.outcome === 'not-run') return 'not run on the old code'
  if (now?.outcome === 'flaky' || now?.outcome === 'red') return 'green, then red on the same code now'
  if (before.loads !== false) return null
  const named = before.missing.filter((name) => names(task, name))
  if (named.length > 0) return null
  const lacks = before.missing.length > 0 ? ` without ${before.missing.slice(0, 3).join(', ')}` : ''
  return `cannot be loaded on the old code${lacks}, which the task does not name: weaker evidence`
}

/** As it is written, or in plain words: `slugifyAll`, "slugify all". */
function names(task: string, name: string): boolean {
  return task.includes(name) || wordsOf(task).includes(wordsOf(name))
}
