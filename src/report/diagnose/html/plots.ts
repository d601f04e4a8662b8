import type { DiagnosedRun } from '../../../diagnose/diagnosed-run.ts'
import { calibration, detectorCounts, sightTenths, stopTenths } from '../../../diagnose/distributions.ts'
import type { GroupSums } from '../../../diagnose/sums.ts'
import { type Markup, markup } from '../../html/markup.ts'
import { dataTable, figure } from '../../html/plots/figure.ts'
import { legend } from '../../html/plots/series.ts'
import { dollars, percentWords, tokens } from '../words.ts'
import { bars } from './bars.ts'
import { calibrationPlot } from './calibration.ts'
import { histogram } from './histogram.ts'

const SHOWN = 15

/** What each model, agent or project spent before and after its runs got nowhere. */
export function spendPlot(by: string, groups: GroupSums[]): Markup {
  const shown = groups.slice(0, SHOWN)
  const [worst] = shown
  const estimated = groups.some((each) => each.estimated > 0)
  const left = groups.length > shown.length ? ` The ${groups.length - shown.length} others lost less.` : ''
  const rows = shown.map((each) => ({
    name: each.name,
    values: [each.tokens - each.lost_tokens, each.lost_tokens],
    words: `${percentWords(each.lost_share ?? 0)} lost`,
    aside: `${each.runs.toLocaleString('en')} runs · ${each.usd_runs > 0 ? dollars(each.usd, true) : `${tokens(each.tokens, each.estimated > 0)} tokens`}`,
  }))
  return figure({
    id: `plot-spend-by-${by}`,
    title: `Spend by ${by}, before and after the point of no return`,
    summary: `Tokens${estimated ? ', estimated from sizes where a transcript has none' : ''}; the most wasteful first. ${worst ? `${worst.name} lost ${tokens(worst.lost_tokens, worst.estimated > 0)} of ${tokens(worst.tokens, worst.estimated > 0)}.` : ''}${left}`,
    plot: markup`${bars(rows)}${legend([
      { name: 'before, or in a run that succeeded', value: '' },
      { name: 'after', value: '' },
    ])}`,
    table: groupTable(by, groups),
  })
}

const MAX_ROWS = 100

function groupTable(by: string, groups: GroupSums[]) {
  return {
    head: [
      by,
      'runs',
      'succeeded',
      'did not',
      'said done',
      'wrong or doubtful',
      'halts',
      'tokens',
      'lost',
      'share',
      'money',
      'money lost',
    ],
    rows: groups
      .slice(0, MAX_ROWS)
      .map((each) => [
        each.name,
        each.runs,
        each.unknown === each.runs ? 'unknown' : each.resolved,
        each.unknown === each.runs ? 'unknown' : each.failed,
        each.claims.all,
        each.claims.wrong + each.claims.doubtful,
        each.halted,
        each.tokens,
        each.lost_tokens,
        percentWords(each.lost_share ?? 0),
        each.usd_runs === 0 ? 'unknown' : dollars(each.usd, true),
        each.usd_runs === 0 ? 'unknown' : dollars(each.lost_usd, true),
      ]),
  }
}

const tenthName = (at: number) => `${at * 10}–${(at + 1) * 10} %`

/** Where progress stopped, over all runs. */
export function stopPlot(runs: DiagnosedRun[]): Markup {
  const tenths = stopTenths(runs)
  const sums = tenths.reduce((sum, each) => ({
    succeeded: sum.succeeded + each.succeeded,
    claimed: sum.claimed + each.claimed,
    rest: sum.rest + each.rest,
  }))
  const early = tenths.slice(0, 5).reduce((sum, { claimed, rest }) => sum + claimed + rest, 0)
  const lost = sums.claimed + sums.rest
  return figure({
    id: 'plot-stopped',
    title: 'How far runs got',
    summary: `${early.toLocaleString('en')} of ${lost.toLocaleString('en')} runs that are not known to have succeeded made their last progress in the first half of ${ofWhat(runs)}.`,
    plot: markup`${histogram(tenths.map(({ succeeded, claimed, rest }, at) => ({ label: `${(at + 1) * 10} %`, values: [rest, claimed, succeeded] })))}${legend(
      [
        { name: 'ran out or just ended', value: sums.rest.toLocaleString('en') },
        { name: 'said “done”', value: sums.claimed.toLocaleString('en') },
        { name: 'succeeded', value: sums.succeeded.toLocaleString('en') },
      ],
    )}`,
    table: {
      head: ['last progress at', 'ran out or ended', 'said done', 'succeeded'],
      rows: tenths.map((each, at) => [tenthName(at), each.rest, each.claimed, each.succeeded]),
    },
  })
}

/** When wiggum would have spoken up, and by which rule. */
export function sightPlot(runs: DiagnosedRun[]): Markup | null {
  const counts = detectorCounts(runs)
  if (counts.length === 0) return null
  const tenths = sightTenths(runs)
  const sum = (of: 'nudges' | 'halts') => tenths.reduce((all, each) => all + each[of], 0)
  const known = runs.some(({ outcome }) => outcome === 'resolved')
  const plot = figure({
    id: 'plot-seen',
    title: 'When wiggum would have stepped in',
    summary: `The first nudge and the halt of each run, over ${ofWhat(runs)}.`,
    plot: markup`${histogram(tenths.map(({ nudges, halts }, at) => ({ label: `${(at + 1) * 10} %`, values: [nudges, halts] })))}${legend(
      [
        { name: 'nudge: the agent is told', value: sum('nudges').toLocaleString('en') },
        { name: 'halt: the call is ended', value: sum('halts').toLocaleString('en') },
      ],
    )}`,
    table: {
      head: ['at', 'nudges', 'halts'],
      rows: tenths.map((each, at) => [tenthName(at), each.nudges, each.halts]),
    },
  })
  const head = ['rule or model', 'runs', 'nudges', 'halts', ...(known ? ['in runs that succeeded'] : [])]
  const rows = counts.map((each) => [
    each.detector,
    each.runs,
    each.nudges,
    each.halts,
    ...(known ? [each.in_successes] : []),
  ])
  return markup`${plot}<h3>What was seen</h3>${dataTable({ head, rows }, 'What was seen')}`
}

/** Only where outcomes are known: what the risk said, beside what was so. */
export function riskPlot(runs: DiagnosedRun[]): Markup | null {
  const bins = calibration(runs)
  if (bins.length < 2) return null
  const error =
    bins.reduce((sum, each) => sum + Math.abs(each.said - each.was) * each.runs, 0) /
    bins.reduce((sum, each) => sum + each.runs, 0)
  return figure({
    id: 'plot-calibration',
    title: 'How far the risk of a wrong claim can be trusted',
    summary: `Each dot is a group of runs that said they were done: the risk that the trace alone gave them, and the share that was really wrong. On the line it is right; on average it is off by ${Math.round(error * 100)} percentage points.`,
    plot: calibrationPlot(bins),
    table: {
      head: ['runs', 'risk said', 'were wrong'],
      rows: bins.map((each) => [each.runs, percentWords(each.said), percentWords(each.was)]),
    },
  })
}

function ofWhat(runs: DiagnosedRun[]): string {
  const known = runs.filter(({ budget }) => budget.steps !== null).length
  if (known === runs.length) return 'the budget of agent steps'
  return known === 0
    ? 'their agent steps (no budget is known)'
    : 'the budget of agent steps, or of the run where no budget is known'
}
