import type { Config } from '../config/schema.ts'
import { budgetOf } from '../core/allowance.ts'
import { percentSpent, worstCase } from '../core/budget.ts'
import type { RunState } from '../core/state.ts'
import { checkpointWords } from './context-words.ts'
import { money, plural } from './words.ts'

/** How the run stood to its limits, one line each: budget, what was done about it, checkpoints. */
export function limitLines(state: RunState): string[] {
  const { corrections, checkpoints } = state
  return [
    ...budgetLine(state),
    ...corrections.filter(({ layer }) => layer === 'boundary').map(({ text }) => text),
    ...(checkpoints.length > 0 ? [checkpointLine(state)] : []),
    ...state.contexts.map((each) => `pass ${each.pass}: ${checkpointWords(each)} (${each.artifact})`),
  ]
}

function budgetLine(state: RunState): string[] {
  const { start, spend, largestCall, budgetSeen } = state
  if (!start || budgetSeen === 0) return []
  // `run.start` holds the resolved configuration as plain data; it was checked when it was loaded.
  const { usd, tokens } = budgetOf(state, (start.policy as unknown as Config).budget)
  const now = percentSpent(worstCase(spend, largestCall), { usd, tokens })
  const all = [usd === null ? '' : money(usd), tokens === null ? '' : `${tokens} tokens`].filter(Boolean)
  return [`${Math.floor(now?.percent ?? 0)} % of the budget of ${all.join(' and ')} is spent`]
}

function checkpointLine({ checkpoints, checkpointAt }: RunState): string {
  const { refs, pushed, problems } = checkpoints.at(-1)!
  const parts = [
    `${plural(checkpoints.length, 'checkpoint')}, the last at ${checkpointAt}`,
    refs.length > 0 ? `work in progress is on ${refs.join(', ')}` : '',
    pushed?.what ?? '',
    problems.length > 0 ? `not saved: ${problems.join(', ')}` : '',
  ]
  return parts.filter(Boolean).join('; ')
}
