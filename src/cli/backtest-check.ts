import { type Counterfactual, recomputed } from '../core/backtest/counterfactual.ts'
import { effectOf } from '../core/backtest/effect.ts'
import type { WiggumEvent } from '../core/events.ts'
import { checkLines } from '../report/backtest-view.ts'
import { EXIT } from '../runtime/problem.ts'
import type { Layout } from '../store/layout.ts'
import { eachLog } from './backtest-runs.ts'
import type { Call } from './command.ts'

/** `--check`: do the rules of this version, asked again, conclude what the logs say? Rules may have changed since. */
export function checkLogs(call: Call, layout: Layout): number {
  const told: Counterfactual[] = []
  const skipped = eachLog(call, layout, (events) => {
    const all: WiggumEvent[] = []
    events((event) => all.push(event))
    const one = recomputed(all)
    if (one) told.push(one)
    return one === null ? 'it has no beginning' : null
  })
  const other = told.filter((one) => effectOf(one).verdict !== 'unchanged')
  if (call.json) {
    const runs = other.map((one) => ({ run: one.run, fired: effectOf(one).fired }))
    call.out(JSON.stringify({ runs: told.length, same: told.length - other.length, other: runs, skipped }))
  } else {
    for (const line of checkLines(told)) call.out(line)
    for (const { run, why } of skipped) call.out(`Left out: ${run}, ${why}.`)
  }
  return EXIT.ok
}
