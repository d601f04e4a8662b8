import type { DiagnosedRun } from '../../../diagnose/diagnosed-run.ts'
import { wasteOf } from '../../../diagnose/sums.ts'
import { type Markup, markup } from '../../html/markup.ts'
import { dataTable } from '../../html/plots/figure.ts'
import { oneLine } from '../../words.ts'
import { count } from '../headline.ts'
import { sureWords, verdictOf, wouldWords } from '../verdict.ts'
import {
  amountWords,
  estimateWords,
  outcomeWords,
  percentWords,
  stepsWords,
  titleOf,
  tokens,
  whoWords,
} from '../words.ts'
import { trailKeys, trailOf } from './trail.ts'

/** So many are told in full, and so many more in a line. */
const FULL = 40
const LINES = 200
const EVIDENCE = 3

export function worstRuns(runs: DiagnosedRun[]): Markup {
  const full = runs.slice(0, FULL)
  const lines = runs.slice(FULL, FULL + LINES)
  const left = runs.length - full.length - lines.length
  const told = `${full.length < runs.length ? `The ${full.length} of ${count(runs.length, 'run')} that lost most are told in full. ` : ''}Open one for what was seen in it.`
  return markup`${runs.length > 1 && markup`<p class="intro">${told}</p>`}${trailKeys()}
<div class="folds">${full.map((run, at) => foldOf(run, at + 1, runs.length === 1))}</div>
${lines.length > 0 && markup`<details><summary>${lines.length} more, in a line each</summary>${dataTable({ head: HEAD, rows: lines.map(cells) }, 'More runs')}</details>`}
${left > 0 && markup`<p class="soft">${count(left, 'more run')} that lost less ${left === 1 ? 'is' : 'are'} counted, but not listed: wiggum diagnose --json has them all.</p>`}`
}

function foldOf(run: DiagnosedRun, number: number, open: boolean): Markup {
  const waste = wasteOf(run)
  const cost = waste.tokens > 0 ? `${amountWords(waste, run)} lost` : 'nothing lost'
  const sub = [whoWords(run), run.task === null ? null : run.id, run.project, stepsWords(run)]
    .filter(Boolean)
    .join(' · ')
  return markup`<details class="fold run"${open && markup` open`}><summary><span class="task">${titleOf(run)}</span><span class="cost">${cost}</span><span class="sub">${oneLine(sub, 300)}</span></summary>${trailOf(run)}
<dl class="facts">${facts(run).map(([term, words]) => markup`<dt>${term}</dt><dd>${words}</dd>`)}</dl>
${seen(run, number)}</details>
`
}

function facts(run: DiagnosedRun): [string, string][] {
  const { stopped, spend, false_completion: claim, file } = run
  const share = stopped.share === null ? '' : ` (${percentWords(stopped.share)} of the budget)`
  return [
    ['In short', verdictOf(run)],
    ['Outcome', outcomeWords(run)],
    [
      'Progress stopped',
      stopped.step === 0 ? stopped.why : `agent step ${stopped.step}${share}: ${oneLine(stopped.why, 300)}`,
    ],
    ['Spent', `${amountWords(spend.before, run)} before, ${amountWords(spend.after, run)} after`],
    ...(claim
      ? [
          [
            'Risk that “done” is wrong',
            [estimateWords(claim), ...claim.reasons.slice(0, EVIDENCE)].join('; '),
          ] as [string, string],
        ]
      : []),
    ['wiggum would', wouldWords(run)],
    ['How sure', sureWords(run).join('; ')],
    ['Transcript', file],
  ]
}

function seen({ detections }: DiagnosedRun, number: number): Markup | null {
  if (detections.length === 0) return null
  const rows = detections.map(({ step, tier, detector, evidence, probability }) => [
    step,
    tier,
    detector,
    probability === null ? '' : percentWords(probability),
    evidence.slice(0, EVIDENCE).join('; '),
  ])
  return dataTable(
    { head: ['step', 'tier', 'rule or model', 'probability', 'evidence'], rows },
    `What was seen in run ${number}`,
  )
}

const HEAD = ['run', 'who', 'steps', 'progress stopped', 'halt', 'lost', 'outcome']

function cells(run: DiagnosedRun): (string | number)[] {
  return [
    titleOf(run, 80),
    whoWords(run),
    run.steps,
    run.stopped.step,
    run.would.halt?.step ?? '–',
    tokens(wasteOf(run).tokens, run.spend.tokens_from === 'estimate'),
    outcomeWords(run),
  ]
}
