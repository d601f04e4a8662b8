import type { Counterfactual } from '../core/backtest/counterfactual.ts'
import { backtestLines } from '../report/backtest-view.ts'
import { sweepLines } from '../report/sweep-view.ts'
import { EXIT } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import { checkLogs } from './backtest-check.ts'
import { backtestJson } from './backtest-json.ts'
import { chosenOf } from './backtest-pick.ts'
import { type Backtested, backtestLogs } from './backtest-runs.ts'
import { savePolicy } from './backtest-save.ts'
import { type Wish, wishOf } from './backtest-wish.ts'
import { type Call, flag } from './command.ts'
import { refuseAgents } from './refuse-agents.ts'

/** `wiggum backtest`: every past run against a changed policy. */
export async function backtestFor(call: Call): Promise<number> {
  if (call.options.save !== undefined) refuseAgents(call, 'write the policy of later runs')
  const wish = wishOf(call)
  const { layout } = await openPlace(call.cwd)
  if (flag(call, 'check')) return checkLogs(call, layout)
  const tested = backtestLogs(call, layout, changesOf(wish))
  const chosen = chosenOf(call, wish, tested)
  if (call.json) call.out(JSON.stringify(backtestJson(wish, tested, chosen)))
  else for (const line of linesOf(wish, tested)) call.out(line)
  if (chosen) await savePolicy(call, layout, chosen)
  return EXIT.ok
}

function changesOf({ change, sweep }: Wish) {
  return sweep ? sweep.values.map((each) => each.change) : [change]
}

function linesOf({ sweep }: Wish, { told, skipped }: Backtested): string[] {
  const lines = sweep
    ? sweepLines(sweep.key, rowsOf(sweep.values, told))
    : backtestLines(told.map(([only]) => only!))
  return [...lines, ...skipped.map(({ run, why }) => `Left out: ${run}, ${why}.`)]
}

function rowsOf(values: { value: unknown }[], told: Counterfactual[][]) {
  return values.map(({ value }, at) => ({ value: String(value), told: told.map((each) => each[at]!) }))
}
