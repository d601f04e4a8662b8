/** What a healthy project's runs look like, and from where on somebody should look. */

export const COMPONENT = 'AC-02'

/** How long the lines of single runs are kept, and how long the sums of a day. */
export const KEEP_LINES_DAYS = 30
export const KEEP_SUMS_DAYS = 365

/** `from` and `to` belong to it; `above` and `below` do not. */
export interface Range {
  from?: number
  to?: number
  above?: number
  below?: number
}

export const metricTargets = {
  passes_per_task: { title: 'Passes per task', unit: '', target: { from: 2, to: 3 }, alert: { above: 5 } },
  time_per_pass: { title: 'Time per pass', unit: 'min', target: { below: 30 }, alert: { above: 60 } },
  token_cost_per_task: {
    title: 'Tokens per task',
    unit: '',
    target: { below: 50_000 },
    alert: { above: 100_000 },
  },
  early_termination_rate: {
    title: 'Done before the last pass',
    unit: '%',
    target: { above: 80 },
    alert: { below: 50 },
  },
  drift_detection_rate: {
    title: 'Tasks that drifted',
    unit: '%',
    target: { below: 10 },
    alert: { above: 25 },
  },
  suppression_rate: {
    title: 'Tasks with a single pass',
    unit: '%',
    target: { below: 20 },
    alert: { above: 40 },
  },
} as const satisfies Record<string, { title: string; unit: string; target: Range; alert: Range }>

export type MetricName = keyof typeof metricTargets
