import { existsSync, readdirSync } from 'node:fs'
import { applyEvent } from '../core/fold.ts'
import { initialState, type RunState } from '../core/state.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { type ReadResult, readJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'

export interface KnownRun {
  runId: string
  /** `null`: the log is damaged in a way that stops reading. */
  state: RunState | null
  read: ReadResult
}

/** Every run with a log, oldest first. */
export function listRuns(layout: Layout): KnownRun[] {
  const runs = runIds(layout).map((runId) => loadRun(layout, runId))
  return runs.sort((a, b) => (a.state?.startedAt ?? '').localeCompare(b.state?.startedAt ?? ''))
}

export function loadRun(layout: Layout, runId: string): KnownRun {
  const state = initialState(runId)
  const read = readJournal(layout.log(runId), (event) => applyEvent(state, event))
  return { runId, read, state: read.ok ? state : null }
}

/** The run of that id, or the only one whose id holds the text. */
export function findRun(layout: Layout, wanted: string): string {
  const ids = runIds(layout)
  if (ids.includes(wanted)) return wanted
  const near = ids.filter((id) => id.includes(wanted))
  if (near.length === 1) return near[0]!
  const known = (near.length > 0 ? near : ids).slice(-5).join(', ') || 'none'
  const problem = near.length > 1 ? `"${wanted}" fits several runs` : `There is no run "${wanted}"`
  throw new Problem(EXIT.usage, problem, `Known: ${known}.`)
}

function runIds(layout: Layout): string[] {
  if (!existsSync(layout.events)) return []
  const names = readdirSync(layout.events).filter((name) => name.endsWith('.jsonl') && name !== 'index.jsonl')
  return names.map((name) => name.slice(0, -'.jsonl'.length)).sort()
}
