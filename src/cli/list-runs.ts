import { msBetween } from '../core/decide/instants.ts'
import { bytesWords } from '../report/bytes.ts'
import { columns, shortened } from '../report/columns.ts'
import { duration, money, oneLine, plural } from '../report/words.ts'
import { EXIT } from '../runtime/problem.ts'
import { openPlace } from '../runtime/project.ts'
import type { Layout } from '../store/layout.ts'
import { runFiles } from '../store/run-files.ts'
import { sizeOf } from '../store/size-of.ts'
import { type Call, text, texts } from './command.ts'
import { type KnownRun, listRuns } from './find-run.ts'
import { whole } from './flag-values.ts'
import { sinceOf } from './since.ts'
import { statusOf } from './status-view.ts'

interface RunRow {
  run_id: string
  task: string
  status: string
  strategy: string | null
  started: string | null
  took_ms: number | null
  /** Of the loop, or of the Maker. */
  passes: number
  usd: number | null
  tokens: number | null
  bytes: number
}

/** Newest first: who looks for a run mostly looks for the last one. */
export async function listRunsFor(call: Call): Promise<number> {
  const { layout } = await openPlace(call.cwd)
  const limit = whole(text(call, 'limit'), '--limit') ?? Number.POSITIVE_INFINITY
  const since = sinceOf(text(call, 'since'), Date.now())
  const all = listRuns(layout).map((run) => rowOf(layout, run))
  const rows = all
    .filter((row) => isWanted(row, { call, since }))
    .reverse()
    .slice(0, limit)
  if (call.json) call.out(JSON.stringify(rows))
  else if (rows.length === 0) call.out(`No run fits.${otherStatuses(call, all)} All of them: wiggum runs`)
  else for (const line of linesOf(rows)) call.out(line)
  return EXIT.ok
}

function rowOf(layout: Layout, run: KnownRun): RunRow {
  const { readable: state, runId } = run
  const until = state.endedAt ?? state.lastAt
  const began = state.startedAt
  return {
    run_id: runId,
    task: state.start?.task ?? '',
    status: statusOf(layout, run).status,
    strategy: state.start?.strategy ?? null,
    started: began,
    took_ms: began && until ? Math.max(0, msBetween(began, until) - state.waitedMs) : null,
    passes: state.figures.length,
    usd: state.start ? state.spend.usd : null,
    tokens: state.start ? state.spend.tokens : null,
    bytes: runFiles(layout, runId).reduce((sum, path) => sum + sizeOf(path), 0),
  }
}

/** Which there are, where one was asked for that no run has. */
function otherStatuses(call: Call, all: RunRow[]): string {
  const known = new Set(all.map(({ status }) => status))
  const missing = texts(call, 'status').filter((status) => !known.has(status))
  if (missing.length === 0 || known.size === 0) return ''
  return ` None is ${missing.map((status) => `"${oneLine(status, 60)}"`).join(' or ')}; there are: ${[...known].join(', ')}.`
}

function isWanted(row: RunRow, { call, since }: { call: Call; since: number | null }): boolean {
  const statuses = texts(call, 'status')
  const strategy = text(call, 'strategy')
  return (
    (statuses.length === 0 || statuses.includes(row.status)) &&
    (strategy === null || row.strategy === strategy) &&
    (since === null || (row.started !== null && Date.parse(row.started) >= since))
  )
}

const HEAD = ['run', 'status', 'strategy', 'passes', 'time', 'cost', 'size', 'task']

function linesOf(rows: RunRow[]): string[] {
  const cells = rows.map((row) => [
    row.run_id,
    row.status,
    row.strategy ?? '-',
    String(row.passes),
    row.took_ms === null ? '-' : duration(row.took_ms),
    row.usd === null ? '-' : money(row.usd),
    bytesWords(row.bytes),
    shortened(oneLine(row.task, 500), 50),
  ])
  const all = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  return [...columns([HEAD, ...cells]), '', `${plural(rows.length, 'run')}, ${bytesWords(all)}`]
}
