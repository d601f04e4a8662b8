import { reviewersOf, type Weighing, whatIf } from '../../core/whatif.ts'
import { whatIfLines } from '../../report/whatif.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { openPlace } from '../../runtime/project.ts'
import { type Call, text, texts } from '../command.ts'
import { readRun } from '../read-run.ts'

/** What the verdicts of a past run would have come to with other weights, from its log alone. */
export async function replayWhatIf(call: Call, [wanted = null]: (string | null)[]): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  const { runId, events, damage, mark, exit } = readRun(layout, wanted)
  const weighing = weighingOf(call, reviewersOf(events))
  const reviews = whatIf(events, weighing)
  if (call.json) {
    call.out(JSON.stringify({ run_id: runId, ...weighing, reviews, damage }))
    return exit
  }
  call.out(`Run ${runId}`)
  for (const line of whatIfLines(reviews, weighing)) call.out(line)
  if (mark !== null) call.out(mark)
  return exit
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
