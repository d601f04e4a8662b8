import type { FindingCycle, FindingFacts, FindingRow, RunFacts } from '../../facts/facts.ts'
import { plural } from '../../words.ts'
import { type Markup, markup } from '../markup.ts'
import { figure } from '../plots/figure.ts'
import { type Bar, stackedBars } from '../plots/stacked-bars.ts'

/** What reviewers found, cycle after cycle, and what became of it. */
export function findings({ findings: facts }: RunFacts): Markup | null {
  const told = facts.cycles.filter((cycle) => cycle.findings.length > 0)
  if (told.length === 0) return null
  const drawn = figure({
    id: 'plot-findings',
    title: `Findings by ${facts.unit}`,
    summary: says(facts),
    plot: stackedBars(facts.cycles.map((cycle) => barOf(cycle, facts))),
    table: { head: HEAD, rows: facts.cycles.map(cells) },
  })
  const last = told.at(-1)
  return markup`${drawn}<div class="folds">${told.map((cycle) => fold(cycle, facts.unit, cycle === last))}</div>${facts.left_out > 0 && markup`<p class="soft">${plural(facts.left_out, `earlier ${facts.unit}`, `earlier ${facts.unit}s`)} not shown.</p>`}`
}

const MANY = 14

function barOf(
  { cycle, critical, warning, info, checks }: FindingCycle,
  { unit, cycles }: FindingFacts,
): Bar {
  const short = cycles.length > MANY
  return {
    label: short ? String(cycle) : `${unit} ${cycle}`,
    parts: [
      { className: 'critical', value: critical, letter: short ? '' : 'C' },
      { className: 'warning', value: warning, letter: short ? '' : 'W' },
      { className: 'info', value: info, letter: short ? '' : 'i' },
    ],
    note: checks === null || short ? '' : `checks ${checks}`,
  }
}

const HEAD = [
  '',
  'CRITICAL',
  'WARNING',
  'INFO',
  'NEW',
  'RESOLVED',
  'PERSISTENT',
  'REGRESSED',
  'convergence',
  'checks',
]

function cells({
  cycle,
  critical,
  warning,
  info,
  fates,
  convergence,
  checks,
}: FindingCycle): (string | number)[] {
  const { new: fresh, resolved, persistent, regressed } = fates ?? NONE
  return [
    cycle,
    critical,
    warning,
    info,
    fresh,
    resolved,
    persistent,
    regressed,
    convergence ?? '',
    checks ?? '',
  ]
}

const NONE = { new: '', resolved: '', persistent: '', regressed: '' }

function says({ cycles, unit }: FindingFacts): string {
  const words = cycles
    .slice(-6)
    .map(
      ({ cycle, critical, warning, info }) =>
        `${unit} ${cycle}: ${critical} CRITICAL, ${warning} WARNING, ${info} INFO`,
    )
  return `${words.join('. ')}. C is CRITICAL, W is WARNING, i is INFO.`
}

function fold(
  { cycle, findings: rows, fates, convergence, left_out }: FindingCycle,
  unit: string,
  open: boolean,
): Markup {
  const moved = fates
    ? Object.entries(fates)
        .filter(([, count]) => count > 0)
        .map(([fate, count]) => `${count} ${fate}`)
    : []
  const standing = rows.filter(({ fate }) => fate !== 'RESOLVED').length + left_out
  const aside = [
    standing === 0 ? 'nothing left' : plural(standing, 'finding'),
    ...moved,
    ...(convergence ? [`convergence ${convergence}`] : []),
  ]
  return markup`<details class="fold"${open && markup` open`}><summary>${unit.charAt(0).toUpperCase() + unit.slice(1)} ${cycle} <small>${aside.join(' · ')}</small></summary><ul>${rows.map(itemOf)}</ul>${left_out > 0 && markup`<p class="soft">${left_out} more are not shown.</p>`}</details>`
}

function itemOf({ place, severity, category, description, fix, by, fate }: FindingRow): Markup {
  return markup`<li class="finding"><p class="where"><span class="tag ${severity.toLowerCase()}">${severity}</span>${fate !== null && markup`<span class="tag fate">${fate}</span>`}<code>${place}</code><small>${category}${by !== '' && ` · ${by}`}</small></p><p>${description}</p>${fix !== '' && markup`<p class="soft">Fix: ${fix}</p>`}</li>`
}
