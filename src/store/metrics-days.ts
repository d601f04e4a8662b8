import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { COMPONENT, KEEP_SUMS_DAYS } from '../policy/metrics.ts'
import { lastEndings, type MetricSums, sumsOf } from '../report/metric-sums.ts'
import { dayOf, daysBetween } from './days.ts'
import { errorCode } from './environment-error.ts'
import { replaceCopy } from './files.ts'
import type { Layout } from './layout.ts'
import type { MetricLine } from './metrics-lines.ts'

const amount = z.number().nonnegative()
const daySchema = z.object({
  date: z.iso.date(),
  component: z.string(),
  tasks: amount,
  pass_count: amount,
  time_minutes: amount,
  token_cost: amount,
  issues_found: amount,
  issues_fixed: amount,
  may_go_on: amount,
  early_termination: amount,
  suppressed: amount,
  drift_detected: amount,
  drift_realigned: amount,
})

/** Makes the sums of every day on which that run ended again, from all lines of the day. Doing it twice changes nothing. */
export function keepDays(layout: Layout, lines: MetricLine[], run: string): void {
  const days = new Set(lines.flatMap((line) => (line.task_id === run ? [dayOf(line.timestamp)] : [])))
  const tasks = lastEndings(lines)
  mkdirSync(folderOf(layout), { recursive: true, mode: 0o700 })
  for (const date of days) {
    const ended = tasks.filter(([line]) => dayOf(line!.timestamp) === date)
    if (ended.length === 0) rmSync(pathOf(layout, date), { force: true })
    else replaceCopy(pathOf(layout, date), json({ date, component: COMPONENT, ...sumsOf(ended) }))
  }
}

export function forgetOldDays(layout: Layout, now: string): void {
  for (const date of datesIn(layout))
    if (!isThisYears(date, now)) rmSync(pathOf(layout, date), { force: true })
}

export function isThisYears(date: string, now: string): boolean {
  return daysBetween(date, now) <= KEEP_SUMS_DAYS
}

/** Every day that can be read, oldest first. */
export function readDays(layout: Layout): (MetricSums & { date: string })[] {
  return datesIn(layout).flatMap((date) => readDay(pathOf(layout, date)) ?? [])
}

function datesIn(layout: Layout): string[] {
  try {
    const names = readdirSync(folderOf(layout))
    return names.flatMap((name) => /^(\d{4}-\d{2}-\d{2})\.json$/.exec(name)?.[1] ?? []).sort()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return []
    throw error
  }
}

function readDay(path: string): (MetricSums & { date: string }) | null {
  try {
    return daySchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null
  } catch {
    return null
  }
}

function folderOf(layout: Layout): string {
  return join(layout.metrics, 'daily')
}

function pathOf(layout: Layout, date: string): string {
  return join(folderOf(layout), `${date}.json`)
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
