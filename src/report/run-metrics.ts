import { isCompleted } from '../core/completed.ts'
import type { PassFigures, RunState } from '../core/state.ts'
import { COMPONENT } from '../policy/metrics.ts'
import type { MetricLine } from '../store/metrics-lines.ts'
import { maxPasses, stateDocument } from './state-document.ts'

/** What an ended run comes to, one figure a line. Nothing for a run in which no pass began. */
export function runMetrics(state: RunState): MetricLine[] {
  const { endedAt, ended, figures, runId, start } = state
  if (!ended || endedAt === null || figures.length === 0) return []
  const { passes } = stateDocument(state)
  const shared = { timestamp: endedAt, component: COMPONENT, task_id: runId }
  const line = (metric: string, value: number | boolean, unit: string): MetricLine => ({
    ...shared,
    metric,
    value,
    unit,
  })
  const perPass = (metric: string, unit: string, values: number[]) =>
    values.map((value, at) => ({ ...line(metric, value, unit), pass: figures[at]!.pass }))
  const drifted = passes.map(({ drift_detected }) => drift_detected)
  return [
    line('pass_count', figures.length, 'count'),
    line('max_passes', Math.max(maxPasses(state), figures.length), 'count'),
    ...perPass(
      'issues_found',
      'count',
      passes.map(({ issues_found }) => issues_found),
    ),
    ...perPass(
      'issues_fixed',
      'count',
      passes.map(({ issues_fixed }) => issues_fixed),
    ),
    ...perPass('time_per_pass', 'minutes', figures.map(minutes)),
    line('token_cost', state.spend.tokens, 'tokens'),
    line('early_termination', isCompleted(ended) && figures.length < maxPasses(state), 'boolean'),
    line('suppressed', start?.loop?.suppressed != null, 'boolean'),
    line('drift_detected', drifted.includes(true), 'boolean'),
    line('drift_realigned', drifted.includes(true) && drifted.at(-1) === false, 'boolean'),
  ]
}

function minutes({ ms }: PassFigures): number {
  return Math.round(ms / 60) / 1000
}
