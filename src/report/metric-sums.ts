import type { MetricLine } from '../store/metrics-lines.ts'

/** Sums over tasks. Those of several days can be added up; averages could not. */
export interface MetricSums {
  tasks: number
  pass_count: number
  time_minutes: number
  token_cost: number
  issues_found: number
  issues_fixed: number
  /** Tasks that had more than one pass to use. */
  may_go_on: number
  early_termination: number
  suppressed: number
  drift_detected: number
  drift_realigned: number
}

export const NO_SUMS: MetricSums = {
  tasks: 0,
  pass_count: 0,
  time_minutes: 0,
  token_cost: 0,
  issues_found: 0,
  issues_fixed: 0,
  may_go_on: 0,
  early_termination: 0,
  suppressed: 0,
  drift_detected: 0,
  drift_realigned: 0,
}

/** The lines of each task's last ending: a run that was resumed and ended again is one task. */
export function lastEndings(lines: MetricLine[]): MetricLine[][] {
  const endings = new Map<string, MetricLine[]>()
  for (const line of lines) {
    const before = endings.get(line.task_id)
    const at = before?.[0]?.timestamp ?? ''
    if (!before || at < line.timestamp) endings.set(line.task_id, [line])
    else if (at === line.timestamp) before.push(line)
  }
  return [...endings.values()]
}

export function sumsOf(tasks: MetricLine[][]): MetricSums {
  return tasks.map(taskSums).reduce(addSums, NO_SUMS)
}

export function addSums(a: MetricSums, b: MetricSums): MetricSums {
  const entries = Object.entries(a).map(([key, value]) => [key, value + b[key as keyof MetricSums]])
  // The same keys as `a` had.
  return Object.fromEntries(entries) as unknown as MetricSums
}

function taskSums(lines: MetricLine[]): MetricSums {
  const sum = (metric: string) =>
    lines.reduce((all, line) => all + (line.metric === metric ? Number(line.value) : 0), 0)
  const suppressed = sum('suppressed')
  return {
    tasks: 1,
    pass_count: sum('pass_count'),
    time_minutes: sum('time_per_pass'),
    token_cost: sum('token_cost'),
    issues_found: sum('issues_found'),
    issues_fixed: sum('issues_fixed'),
    may_go_on: suppressed === 0 && sum('max_passes') > 1 ? 1 : 0,
    early_termination: suppressed === 0 ? sum('early_termination') : 0,
    suppressed,
    drift_detected: sum('drift_detected'),
    drift_realigned: sum('drift_realigned'),
  }
}
