import { extensions, MORE_BUDGET } from '../allowance.ts'
import { known } from '../budget.ts'
import type { Finding } from '../events.ts'
import { ADOPTED } from '../state.ts'
import { best } from './best.ts'
import { needYes } from './gates.ts'
import { type Decided, finish, type View } from './strategy.ts'
import { presentWork } from './work.ts'

/** A clean stop, with the best work on the branch; `standing`: what is known to be wrong with the present one. A run that was stopped so before, and resumed, asks: as much again, or not at all. */
export function endForBudget(view: View, why: string, standing = standingNow(view)): Decided {
  if (view.state.budgetEnds > 0) {
    const asked = askAtTheLimit(view, {
      about: `${MORE_BUDGET}${extensions(view.state) + 1}`,
      question: `Resource limits reached: ${why}. Go on, with as much again?`,
    })
    if (asked) return asked
  }
  return stopped(view, why) ?? finish('budget', 24, `${why}; the work so far is kept`, best(view, standing))
}

function standingNow(view: View): Finding[] {
  const head = presentWork(view)?.head
  return Object.values(view.state.reviews)
    .filter((review) => review.head === head)
    .flatMap(({ effective }) => effective)
    .filter(({ severity }) => severity !== 'INFO')
}

/**
 * A budget that nobody can hold: a call has ended, and no call so far has said what it cost. To go on would be to spend
 * without a limit.
 */
export function unsaidCost(view: View): Decided {
  const unit = unsaidUnit(view)
  if (unit === null) return null
  const help =
    unit === 'usd'
      ? 'count it with --meter, or give the model a price under `prices`'
      : 'count it with --meter'
  const why = `no call has said ${unit === 'usd' ? 'what it cost' : 'how many tokens it used'}, so the budget cannot be kept`
  if (view.state.budgetEnds > 0)
    return askAtTheLimit(view, {
      about: `unsaid-${unit}`,
      question: `Resource limits unknown: ${why}. Go on without one?`,
    })
  return finish('budget', 24, `${why}; ${help}`)
}

function unsaidUnit({ state, policy }: View): 'usd' | 'tokens' | null {
  const { usd, tokens } = policy.budget
  const ended = Object.values(state.steps).filter(
    ({ outcome, agent }) => outcome === 'complete' && agent !== ADOPTED,
  )
  if (ended.length === 0) return null
  if (usd !== null && state.spend.usd === 0 && ended.every(({ costUsd }) => known(costUsd) === null))
    return 'usd'
  const { unknown_token_calls: unknown = state.spend.unknown_calls } = state.spend
  return tokens !== null && state.spend.tokens === 0 && unknown > 0 ? 'tokens' : null
}

function askAtTheLimit(view: View, { about, question }: { about: string; question: string }): Decided {
  const evidence = view.state.corrections
    .filter(({ layer }) => layer === 'boundary')
    .map(({ rung, text }) => `${rung}: ${text}`)
  return needYes(view, { kind: 'limits', about, question, evidence }, { exit: 24 })
}

/** On the record before the end, once for each ending. */
function stopped({ state }: View, why: string): Decided {
  const signal = `boundary.budget.stop@${state.budgetEnds + 1}`
  if (state.corrections.some((each) => each.signal === signal)) return null
  const where = { step: null, attempt: null, layer: 'boundary' as const, shadow: 'boundary.budget' }
  const data = { signal, ...where, rung: 'stop' as const, text: why }
  return [{ do: 'record', key: `correction:${signal}`, event: { type: 'correction.applied', data } }]
}
