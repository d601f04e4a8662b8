import type { Command } from '../commands.ts'
import type { DecisionName } from '../events.ts'
import { isNearlySpent } from './boundaries.ts'
import { endForBudget } from './budget-end.ts'
import type { Decided, Rule, View } from './strategy.ts'

/** Decisions and questions that lead to a further cycle, fix or pass. */
const BEGINS_MORE: ReadonlySet<DecisionName> = new Set(['fix-round', 'next-pass', 'more-passes', 'more-time'])
const ASKS_FOR_MORE = new Set(['same-finding', 'passes'])

/**
 * A rule that keeps to what is left: with the budget nearly spent the present cycle is brought to its end, landing too,
 * and whatever would begin something further ends the run instead.
 */
export function withinBudget(rule: Rule): Rule {
  return (view) => {
    const decided = rule(view)
    if (!Array.isArray(decided) || !decided.some((command) => isFurther(view, command))) return decided
    const seen = isNearlySpent(view)
    return seen === null ? decided : lastWork(view, decided, seen)
  }
}

function lastWork(view: View, commands: Command[], seen: string): Decided {
  const kept = commands.flatMap((command) =>
    isFurther(view, command) ? withoutCall(command, seen) : [command],
  )
  if (kept.length > 0) return kept
  const closing = commands.find((command) => command.do === 'close-cycle')
  const why = `the budget is nearly spent (${seen}), and what is left to do would need a further round`
  return endForBudget(view, why, closing?.boundary.findings)
}

/** A correction that cannot be carried out any more is on the record as that, and the result stays what it is. */
function withoutCall(command: Command, seen: string): Command[] {
  if (command.do !== 'record' || command.event.type !== 'correction.applied') return []
  const text = `not called again, for the budget is nearly spent (${seen})`
  const data = { ...command.event.data, rung: 'stop' as const, text }
  return [{ ...command, event: { ...command.event, data } }]
}

function isFurther(view: View, command: Command): boolean {
  switch (command.do) {
    case 'close-cycle':
      return true
    case 'open-gate':
      return ASKS_FOR_MORE.has(command.kind)
    case 'record':
      return isFurtherRecord(command)
    case 'agent':
      return isFurtherCall(view, command)
    default:
      return false
  }
}

function isFurtherRecord({ event }: Extract<Command, { do: 'record' }>): boolean {
  if (event.type === 'decision') return BEGINS_MORE.has(event.data.what)
  if (event.type !== 'correction.applied' || event.data.layer === 'boundary') return false
  const { rung, step, attempt } = event.data
  return step !== null && attempt !== null && (rung === 'correct' || rung === 'replace')
}

/** A step that is complete is called again; or a role that has given its answer gives a second one. */
function isFurtherCall(view: View, { call }: Extract<Command, { do: 'agent' }>): boolean {
  const before = view.state.steps[call.step]
  if (before) return before.outcome === 'complete'
  const { about, role } = call
  if (about === null) return false
  return Object.values(view.state.reviews).some((review) => review.role === role && review.head === about)
}
