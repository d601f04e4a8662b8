import { runMetrics } from '../report/run-metrics.ts'
import { waitLock } from '../store/lock.ts'
import { forgetOldDays, keepDays } from '../store/metrics-days.ts'
import { keepLines } from '../store/metrics-lines.ts'
import { effect, type RunContext } from './context.ts'

/** Runs that end together wait for each other this long at most. */
const PATIENCE_MS = 5_000

/** Adds an ended run to the project's metrics. They are made from the log, so a disk that refuses them spoils no run. */
export async function keepMetrics(context: RunContext): Promise<void> {
  const lines = runMetrics(context.state)
  if (lines.length === 0) return
  await effect(context, 'metrics', () => write(context, lines)).catch(() => {})
}

async function write({ layout, state }: RunContext, lines: ReturnType<typeof runMetrics>): Promise<void> {
  const lock = await waitLock(layout.lock('metrics'), { signal: AbortSignal.timeout(PATIENCE_MS) })
  try {
    const now = new Date().toISOString()
    keepDays(layout, keepLines(layout, lines, now), state.runId)
    forgetOldDays(layout, now)
  } finally {
    lock.release()
  }
}
