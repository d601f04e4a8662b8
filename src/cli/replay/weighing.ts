import type { Weighing } from '../../core/whatif.ts'
import { EXIT, Problem } from '../../runtime/problem.ts'
import { type Call, text, texts } from '../command.ts'

const USUAL_THRESHOLD = 0.5

/** What the flags say about weights; only who reviewed can be named. */
export function weighingOf(call: Call, reviewers: string[]): Weighing {
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
