import type { Finding } from './events.ts'
import { tally } from './findings.ts'
import type { RunState } from './state.ts'
import { verificationOf } from './verification.ts'

interface Figures {
  cycle: number
  findings: Finding[]
  green: boolean | null
}

/**
 * The present cycle against the first, in what the log holds: findings that count, and checks. One sentence a figure. It
 * cannot see that a later cycle looked harder.
 */
export function compareCycles(state: RunState): string[] {
  const first = state.history[0]
  const last = presentFigures(state) ?? state.history.at(-1)
  if (!first || !last || first.cycle === last.cycle)
    return ['not yet comparable: there is one cycle to look at']
  const [before, now] = [tally(first.findings), tally(last.findings)]
  const where = `in cycle ${first.cycle}`
  return [
    `CRITICAL: ${before.critical} ${where}, ${now.critical} in cycle ${last.cycle}`,
    `WARNING: ${before.warning} ${where}, ${now.warning} in cycle ${last.cycle}`,
    `checks: ${greenWords(first.green)} ${where}, ${greenWords(last.green)} in cycle ${last.cycle}`,
  ]
}

/** What reviewers have said of the present cycle's work so far; `null` if none has. */
function presentFigures(state: RunState): Figures | null {
  const { cycle, reviews, steps, merge } = state
  const present = Object.values(reviews).filter(({ step }) => steps[step]?.identity.cycle === cycle)
  const head = present.at(-1)?.head
  if (head === undefined) return null
  const result = merge?.head === head ? verificationOf(state, 'merged') : undefined
  const findings = present.filter((review) => review.head === head).flatMap(({ effective }) => effective)
  return { cycle, findings, green: result?.ran ? result.green : null }
}

function greenWords(green: boolean | null): string {
  return green === null ? 'not run' : green ? 'green' : 'red'
}
