import { type Counterfactual, counterfactual } from '../../core/backtest/counterfactual.ts'
import type { WiggumEvent } from '../../core/events.ts'
import { reviewersOf, type Weighing, whatIf } from '../../core/whatif.ts'
import { changeLines } from '../../report/backtest-view.ts'
import { whatIfLines } from '../../report/whatif.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { openPlace } from '../../runtime/project.ts'
import { runJson } from '../backtest-json.ts'
import { wishOf } from '../backtest-wish.ts'
import { type Call, text, texts } from '../command.ts'
import { readRun } from '../read-run.ts'

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
  return counterfactual(events, wishOf(call).change)
}

function isWeighed({ options }: Call): boolean {
  return ['weight', 'threshold', 'without'].some((name) => options[name] !== undefined)
}

const USUAL_THRESHOLD = 0.5

function weighingOf(call: Call, reviewers: string[]): Weighing {
  const weights = Object.fromEntries(texts(call, 'weight').map(weightOf))
  const without = [...new Set(texts(call, 'without'))]
  for (const name of [...Object.keys(weights), ...without]) known(name, reviewers)
  const left = reviewers.filter((name) => !without.includes(name) && weights[name] !== 0)
  if (reviewers.length > 0 && left.length === 0)
    throw new Problem(
      EXIT.usage,
      'Nobody with any weight is left',
      `Leave one of them in: ${reviewers.join(', ')}.`,
    )
  return { weights, threshold: thresholdOf(text(call, 'threshold')), without }
}

function weightOf(given: string): [string, number] {
  const [, name, figure] = /^([^=]+)=(.+)$/.exec(given) ?? []
  const weight = numberOf(figure)
  if (name !== undefined && weight !== null && weight >= 0) return [name.trim(), weight]
  throw new Problem(
    EXIT.usage,
    `--weight does not understand "${given}"`,
    'Write a reviewer and a number from 0 on, such as guardian=2.',
  )
}

function thresholdOf(given: string | null): number {
  if (given === null) return USUAL_THRESHOLD
  const threshold = numberOf(given)
  if (threshold !== null && threshold > 0 && threshold <= 1) return threshold
  throw new Problem(
    EXIT.usage,
    `--threshold does not understand "${given}"`,
    'Write a number above 0 and at most 1.',
  )
}

/** Plain decimals only: `Number` would take an empty text for 0, and 0x10 for 16. */
function numberOf(figure: string | undefined): number | null {
  const isPlain = /^\s*\d+(\.\d+)?\s*$/.test(figure ?? '')
  const value = Number(figure)
  return isPlain && Number.isFinite(value) ? value : null
}

function known(name: string, reviewers: string[]): void {
  if (reviewers.includes(name)) return
  throw new Problem(
    EXIT.usage,
    `"${name}" did not review in this run`,
    reviewers.length > 0 ? `Those who did: ${reviewers.join(', ')}.` : 'Nobody did.',
  )
}
