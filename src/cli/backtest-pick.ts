import type { PolicyChange } from '../core/backtest/policy-change.ts'
import { sumUp } from '../core/backtest/sums.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import type { Backtested } from './backtest-runs.ts'
import type { Wish } from './backtest-wish.ts'
import { type Call, text } from './command.ts'

/** The policy that is to be saved, and how it came to that. */
export interface Chosen {
  change: PolicyChange
  why: string
  value: unknown
}

/** `null`: nothing is to be saved. */
export function chosenOf(call: Call, { change, sweep }: Wish, { told }: Backtested): Chosen | null {
  const picked = text(call, 'pick')
  if (picked !== null && !sweep)
    throw new Problem(EXIT.usage, '--pick needs --sweep', 'Without one there is one policy only.')
  if (call.options.save === undefined) return null
  if (!sweep) return { change, why: 'as given', value: null }
  if (picked !== null) {
    const found = sweep.values.find(({ value }) => String(value) === picked)
    if (found) return { ...found, why: 'as picked' }
    const known = sweep.values.map(({ value }) => value).join(', ')
    throw new Problem(EXIT.usage, `--pick: ${picked} is not among the values`, `There are ${known}.`)
  }
  const rows = sweep.values.map((each, at) => ({ ...each, ...sumUp(told.map((all) => all[at]!)) }))
  const [best] = rows.sort(
    (a, b) => a.wrong - b.wrong || b.saved.tokens - a.saved.tokens || b.saved.usd - a.saved.usd,
  )
  const why = `fewest wrong halts (${best!.wrong}), then most tokens saved (${best!.saved.tokens})`
  return { change: best!.change, value: best!.value, why }
}
