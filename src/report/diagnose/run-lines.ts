import type { DiagnosedDetection, DiagnosedRun } from '../../diagnose/diagnosed-run.ts'
import { columns, shortened } from '../columns.ts'
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

const FEW = 6
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
    ...seen(run.detections),
    ['spent before', amountWords(spend.before, run)],
    ['spent after', amountWords(spend.after, run)],
    ...risk(run),
    ['wiggum would', wouldWords(run)],
    ['how sure', sureWords(run).join('; ')],
  ]
  const lines = columns([['', ''], ...rows]).slice(1)
  return [
    shortened(titleOf(run), width),
    shortened([whoWords(run), project, when, stepsWords(run)].filter(Boolean).join(' · '), width),
    '',
    verdictOf(run),
    '',
    ...strip(run, width),
    ...lines.map((line) => shortened(oneLine(line, 2_000).length > 0 ? line : '', Math.max(width, 60))),
  ]
}

function seen(all: DiagnosedDetection[]): [string, string][] {
  if (all.length === 0) return [['seen', 'nothing']]
  const shown = all.slice(0, FEW).map(({ step, tier, detector, evidence }, at): [string, string] => {
    const why = evidence[0] ? `: ${oneLine(evidence[0], 200)}` : ''
    return [at === 0 ? 'seen' : '', `step ${step} ${tier}, ${detector}${why}`]
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
