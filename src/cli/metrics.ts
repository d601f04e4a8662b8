import { addSums, lastEndings, type MetricSums, NO_SUMS, sumsOf } from '../report/metric-sums.ts'
import { type MetricsView, metricsView } from '../report/metrics-view.ts'
import type { Layout } from '../store/layout.ts'
import { isThisYears, readDays } from '../store/metrics-days.ts'
import { isRecent, readLines } from '../store/metrics-lines.ts'

/** `wiggum status --metrics`: single runs for the last 30 days, sums of days for the year. */
export function metricsOf(layout: Layout, now: string): MetricsView {
  const recent = readLines(layout).filter(({ timestamp }) => isRecent(timestamp, now))
  const days: MetricSums[] = readDays(layout).filter(({ date }) => isThisYears(date, now))
  return metricsView(sumsOf(lastEndings(recent)), days.reduce(addSums, NO_SUMS))
}
