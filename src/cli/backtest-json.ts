import type { Counterfactual } from '../core/backtest/counterfactual.ts'
import { effectOf } from '../core/backtest/effect.ts'
import { sumUp } from '../core/backtest/sums.ts'
import type { Chosen } from './backtest-pick.ts'
import type { Backtested } from './backtest-runs.ts'
import type { Wish } from './backtest-wish.ts'

export function backtestJson({ change, sweep }: Wish, { told, skipped }: Backtested, chosen: Chosen | null) {
  const side = (at: number) => {
    const all = told.map((each) => each[at]!)
    return { sums: sumUp(all), runs: all.map(runJson) }
  }
  const tested = sweep
    ? { sweep: { key: sweep.key, values: sweep.values.map(({ value }, at) => ({ value, ...side(at) })) } }
    : { policy: change, ...side(0) }
  return { ...tested, skipped, ...(chosen ? { chosen } : {}) }
}

export function runJson(told: Counterfactual) {
  const { run, strategy, outcome, end, changed, diverges, otherwise, halt, goesOn } = told
  const { verdict, right, after, fired } = effectOf(told)
  return {
    run_id: run,
    strategy,
    outcome,
    end,
    changed_keys: changed,
    verdict,
    right,
    halt,
    after,
    goes_on: goesOn,
    diverges,
    otherwise,
    fired,
  }
}
