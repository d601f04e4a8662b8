import { type Counterfactual, counterfactual } from '../../core/backtest/counterfactual.ts'
import type { WiggumEvent } from '../../core/events.ts'
import { reviewersOf, whatIf } from '../../core/whatif.ts'
import { changeLines } from '../../report/backtest-view.ts'
import { whatIfLines } from '../../report/whatif.ts'
import { openPlace } from '../../runtime/project.ts'
import { runJson } from '../backtest-json.ts'
import { withDefaults } from '../backtest-runs.ts'
import { wishOf } from '../backtest-wish.ts'
import { type Call, text, texts } from '../command.ts'
import { readRun } from '../read-run.ts'
import { weighingOf } from './weighing.ts'

/** What a past run would have come to with other weights of its reviewers, or under another policy, from its log alone. */
export async function replayWhatIf(call: Call, [wanted = null]: (string | null)[]): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  const { runId, events, damage, mark, exit } = readRun(layout, wanted)
  const weighing = weighingOf(call, reviewersOf(events))
  const policy = underPolicy(call, events)
  const reviews = policy && !isWeighed(call) ? null : whatIf(events, weighing)
  if (call.json) {
    const weighed = reviews && { ...weighing, reviews }
    const changed = policy && { policy: runJson(policy) }
    call.out(JSON.stringify({ run_id: runId, ...weighed, ...changed, damage }))
    return exit
  }
  call.out(`Run ${runId}`)
  if (reviews) for (const line of whatIfLines(reviews, weighing)) call.out(line)
  if (policy) for (const line of changeLines(policy)) call.out(line)
  if (mark !== null) call.out(mark)
  return exit
}

/** `null`: no other policy was asked for. */
function underPolicy(call: Call, events: WiggumEvent[]): Counterfactual | null {
  if (text(call, 'policy') === null && texts(call, 'set').length === 0) return null
  return counterfactual(events.map(withDefaults), wishOf(call).change)
}

function isWeighed({ options }: Call): boolean {
  return ['weight', 'threshold', 'without'].some((name) => options[name] !== undefined)
}
