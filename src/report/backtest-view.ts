import type { Counterfactual } from '../core/backtest/counterfactual.ts'
import { type Compared, type Effect, effectOf } from '../core/backtest/effect.ts'
import { type Sums, sumUp } from '../core/backtest/sums.ts'
import { shortened } from './columns.ts'
import { spentWords, timeWords } from './spent-words.ts'
import { oneLine, plural } from './words.ts'

/** Runs against one changed policy: each that it would have made a difference to, and what that comes to. */
export function backtestLines(all: Counterfactual[]): string[] {
  const other = all.map((told) => ({ told, effect: effectOf(told) })).filter(isOther)
  const keys = [...new Set(all.flatMap(({ changed }) => changed))]
  const none =
    keys.length === 0
      ? 'Every run had this policy already.'
      : `No run would have gone another way with ${keys.join(', ')}.`
  return [
    ...other.flatMap(({ told, effect }) => [...runLines(told, effect), '']),
    ...(other.length === 0 ? [none, ''] : []),
    ...sumLines(sumUp(all)),
  ]
}

/** One run against one changed policy. */
export function changeLines(told: Counterfactual): string[] {
  const effect = effectOf(told)
  if (isOther({ effect })) return runLines(told, effect)
  const keys = told.changed.join(', ')
  return [keys ? `It would have gone the same way with ${keys}.` : 'It had this policy already.']
}

/** Whether rules of today conclude what was concluded. */
export function checkLines(all: Counterfactual[]): string[] {
  const other = all.map((told) => ({ told, effect: effectOf(told) })).filter(isOther)
  return [
    ...other.flatMap(({ told, effect }) => [...runLines(told, effect), '']),
    `${plural(all.length, 'run')} asked again under their own policies: ${all.length - other.length} conclude what their logs say, ${other.length} ${other.length === 1 ? 'does' : 'do'} not.`,
    ...(other.length > 0 ? ['Their rules were others then, or the log was cut off between two events.'] : []),
  ]
}

function isOther({ effect }: { effect: Effect }): boolean {
  return effect.verdict !== 'unchanged'
}

function runLines(told: Counterfactual, effect: Effect): string[] {
  const ended = told.outcome ? `ended ${told.outcome.status}` : 'not ended'
  const head = `${told.run} (${told.strategy}, ${plural(told.end.pass, 'pass', 'passes')}, ${ended})`
  return [head, ...verdictLines(told, effect), ...effect.fired.filter(isChange).map(firedLine)]
}

function verdictLines({ halt, goesOn }: Counterfactual, { right, after }: Effect): string[] {
  if (halt && after) {
    const how = halt.how === 'question' ? `asks (${halt.what})` : `ends (${halt.what})`
    return [
      `  ${rightWords(right)}: in pass ${halt.pass} it ${how}: ${reasonWords(halt.reason)}`,
      `  after that the run took ${spentWords(after)}`,
      ...(halt.certain ? [] : ['  if agents had done the same: before it they had been told something else']),
    ]
  }
  return goesOn
    ? [`  goes on where it halted, in pass ${goesOn.pass}; what would have followed is not known`]
    : []
}

/** The reason itself; where the work is left stands behind it. */
function reasonWords(reason: string): string {
  return shortened(oneLine(reason.split(';')[0]!, 400), 110)
}

function rightWords(right: boolean | null): string {
  if (right === null) return 'halts, and the run has not ended'
  return right ? 'halts, rightly' : 'HALTS WRONGLY, the run succeeded later'
}

/** What the halt itself says is not said twice. */
function isChange({ change }: Compared): boolean {
  return change !== 'same' && change !== 'not-reached'
}

function firedLine({ change, kind, what, passes, minutes }: Compared): string {
  const by =
    passes === null || minutes === null
      ? ''
      : ` by ${plural(Math.abs(passes), 'pass', 'passes')}, ${timeWords({ minutes: Math.abs(minutes) })}`
  return `  ${change}${by}: ${kind} ${oneLine(what, 120)}`
}

function sumLines(sums: Sums): string[] {
  const { runs, succeeded, failed, open, halts, right, wrong, undecided, uncertain } = sums
  const ifSame = uncertain > 0 ? `; ${uncertain} of them only if agents had done the same` : ''
  const left = undecided > 0 ? `, ${undecided} not decided yet` : ''
  return [
    `${plural(runs, 'run')}: ${succeeded} succeeded, ${failed} did not, ${open} not ended`,
    `Would have halted: ${halts} (${right} rightly, ${wrong} wrongly${left})${ifSame}`,
    `Would have gone on where they halted: ${sums.goes_on}${sums.goes_on > 0 ? ', to an end that is not known' : ''}`,
    `Saved by halts that were right: ${right > 0 ? spentWords(sums.saved) : 'nothing'}`,
    ...(wrong > 0 ? [`Cut off runs that succeeded: ${spentWords(sums.cut)}`] : []),
  ]
}
