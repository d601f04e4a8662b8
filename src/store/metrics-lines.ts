import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { KEEP_LINES_DAYS } from '../policy/metrics.ts'
import { daysBetween } from './days.ts'
import { replaceCopy } from './files.ts'
import { readOrEmpty } from './index-file.ts'
import type { Layout } from './layout.ts'

const metricLineSchema = z.object({
  timestamp: z.iso.datetime(),
  component: z.string(),
  task_id: z.string(),
  metric: z.string(),
  value: z.union([z.number(), z.boolean()]),
  unit: z.string(),
  /** For what is measured once a pass. */
  pass: z.int().positive().optional(),
})

export type MetricLine = z.infer<typeof metricLineSchema>

/** Adds what one ending of a run came to, once, and forgets what is too old. Returns everything that is kept. */
export function keepLines(layout: Layout, lines: MetricLine[], now: string): MetricLine[] {
  const before = readLines(layout)
  const [first] = lines
  const known = before.some(
    ({ task_id, timestamp }) => task_id === first?.task_id && timestamp === first?.timestamp,
  )
  const kept = [...before, ...(known ? [] : lines)].filter(({ timestamp }) => isRecent(timestamp, now))
  mkdirSync(layout.metrics, { recursive: true, mode: 0o700 })
  replaceCopy(linesPath(layout), kept.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return kept
}

/** A line that is torn or of another kind is skipped: the logs are the truth. */
export function readLines(layout: Layout): MetricLine[] {
  return readOrEmpty(linesPath(layout))
    .split('\n')
    .flatMap((text) => parsed(text) ?? [])
}

function linesPath(layout: Layout): string {
  return join(layout.metrics, 'runs.jsonl')
}

/** By whole days, so that the sums of a day are made from all of its lines or not at all. */
export function isRecent(timestamp: string, now: string): boolean {
  return daysBetween(timestamp, now) <= KEEP_LINES_DAYS
}

function parsed(text: string): MetricLine | null {
  try {
    return metricLineSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
