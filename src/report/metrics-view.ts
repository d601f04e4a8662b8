import { type MetricName, metricTargets, type Range } from '../policy/metrics.ts'
import { columns } from './columns.ts'
import type { MetricSums } from './metric-sums.ts'
import { plural } from './words.ts'

type Standing = 'on target' | 'off target' | 'alert' | 'no data'

interface MetricRow {
  metric: MetricName
  title: string
  /** Of the last 30 days, and of the last year; `null`: no task says it. */
  value: number | null
  year: number | null
  target: string
  alert: string
  standing: Standing
}

export interface MetricsView {
  tasks: number
  tasks_in_year: number
  metrics: MetricRow[]
}

/** The project's runs against what a healthy project's look like. */
export function metricsView(recent: MetricSums, year: MetricSums): MetricsView {
  const names = Object.keys(metricTargets) as MetricName[]
  return {
    tasks: recent.tasks,
    tasks_in_year: year.tasks,
    metrics: names.map((metric) => {
      const { title, unit, target, alert } = metricTargets[metric]
      const value = figures[metric](recent)
      const range = (of: Range) => rangeWords(of, unit)
      return {
        metric,
        title,
        value,
        year: figures[metric](year),
        target: range(target),
        alert: range(alert),
        standing: standingOf(value, target, alert),
      }
    }),
  }
}

const figures: Record<MetricName, (sums: MetricSums) => number | null> = {
  passes_per_task: ({ pass_count, tasks }) => ratio(pass_count, tasks),
  time_per_pass: ({ time_minutes, pass_count }) => ratio(time_minutes, pass_count),
  token_cost_per_task: ({ token_cost, tasks }) => ratio(token_cost, tasks),
  early_termination_rate: ({ early_termination, may_go_on }) => ratio(early_termination * 100, may_go_on),
  drift_detection_rate: ({ drift_detected, tasks }) => ratio(drift_detected * 100, tasks),
  suppression_rate: ({ suppressed, tasks }) => ratio(suppressed * 100, tasks),
}

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}

export function standingOf(value: number | null, target: Range, alert: Range): Standing {
  if (value === null) return 'no data'
  if (isIn(value, alert)) return 'alert'
  return isIn(value, target) ? 'on target' : 'off target'
}

function isIn(value: number, { from, to, above, below }: Range): boolean {
  if (from !== undefined && value < from) return false
  if (to !== undefined && value > to) return false
  if (above !== undefined && value <= above) return false
  return below === undefined || value < below
}

function rangeWords({ from, to, above, below }: Range, unit: string): string {
  const words =
    from !== undefined && to !== undefined
      ? `${from} to ${to}`
      : above !== undefined
        ? `above ${above}`
        : `below ${below}`
  return unit ? `${words} ${unit}` : words
}

export function metricsLines({ tasks, tasks_in_year: year, metrics }: MetricsView): string[] {
  if (year === 0) return ['No run has ended yet. Start one: wiggum run "<task>"']
  const rows = metrics.map((row) => [
    row.title,
    shown(row.value, metricTargets[row.metric].unit),
    shown(row.year, metricTargets[row.metric].unit),
    row.target,
    row.alert,
    row.standing === 'alert' ? 'ALERT' : row.standing,
  ])
  const head = `${plural(tasks, 'task')} in the last 30 days, ${year} in the last year`
  return [head, '', ...columns([['', '30 days', 'year', 'target', 'alert', ''], ...rows])]
}

function shown(value: number | null, unit: string): string {
  if (value === null) return '-'
  const rounded = value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
  return unit ? `${rounded} ${unit}` : String(rounded)
}
