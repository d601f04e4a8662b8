import type { DiagnosedDetection, DiagnosedRun } from '../../diagnose/diagnosed-run.ts'
import { shortened } from '../columns.ts'
import { oneLine } from '../words.ts'
import { strip } from './strip.ts'
import { sureWords, verdictOf, wouldWords } from './verdict.ts'
import {
  amountWords,
  estimateWords,
  outcomeWords,
  percentWords,
  stepsWords,
  titleOf,
  whoWords,
} from './words.ts'

const FEW = 4
const REASONS = 3

/** One run for a screen: what, where it stopped, why, what it cost, what would have been done, and how sure that is. */
export function runLines(run: DiagnosedRun, width: number): string[] {
  const { stopped, spend, project, ended } = run
  const when = ended === null ? null : ended.slice(0, 16).replace('T', ' ')
  const share = stopped.share === null ? '' : `, ${percentWords(stopped.share)} of the budget`
  const rows: [string, string][] = [
    ['outcome', outcomeWords(run)],
    [
      'progress stopped',
      stopped.step === 0 ? stopped.why : `agent step ${stopped.step}${share}: ${oneLine(stopped.why, 200)}`,
    ],
    ...seen(run.detections, width),
    ['spent', `${amountWords(spend.before, run)} before; ${amountWords(spend.after, run)} after`],
    ...risk(run),
    ['wiggum would', wouldWords(run)],
    ['how sure', sureWords(run).join('; ')],
  ]
  return [
    shortened(titleOf(run), width),
    shortened([whoWords(run), project, when, stepsWords(run)].filter(Boolean).join(' · '), width),
    '',
    verdictOf(run),
    '',
    ...strip(run, width),
    ...rows.flatMap((row) => wrapped(row, width)),
  ]
}

const TERM = 18
const MOST_LINES = 2

function roomOf(width: number): number {
  return Math.max(40, width - TERM)
}

/** A term, and its words beside it on as many lines as they need, up to two. */
function wrapped([term, words]: [string, string], width: number): string[] {
  const room = roomOf(width)
  const lines: string[] = ['']
  for (const word of oneLine(words, 2_000).split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + 1 + word.length > room) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  const shown = lines.slice(0, MOST_LINES).map((line) => shortened(line, room))
  if (lines.length > MOST_LINES) shown[MOST_LINES - 1] = shortened(`${shown[MOST_LINES - 1]} …`, room)
  return shown.map((line, at) => `${(at === 0 ? term : '').padEnd(TERM)}${line}`.trimEnd())
}

function seen(all: DiagnosedDetection[], width: number): [string, string][] {
  if (all.length === 0) return [['seen', 'nothing']]
  const shown = all.slice(0, FEW).map(({ step, tier, detector, evidence }, at): [string, string] => {
    const why = evidence[0] ? `: ${oneLine(evidence[0], 120)}` : ''
    return [at === 0 ? 'seen' : '', shortened(`step ${step} ${tier}, ${detector}${why}`, roomOf(width))]
  })
  const left = all.length - shown.length
  return left > 0 ? [...shown, ['', `and ${left} more: --json has all`]] : shown
}

function risk({ false_completion: claim }: DiagnosedRun): [string, string][] {
  if (!claim) return []
  const reasons = claim.reasons.slice(0, REASONS).map((reason) => oneLine(reason, 120))
  const why = reasons.length > 0 ? `: ${reasons.join('; ')}` : ''
  return [['claim is wrong', `${estimateWords(claim)}${why}`]]
}
