import { existsSync, readdirSync } from 'node:fs'
import { editDistance } from '../config/edit-distance.ts'
import type { RunState } from '../core/state.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { type LogDamage, logReader } from '../runtime/read-log.ts'
import { firstEvent, type ReadResult, readJournal } from '../store/journal.ts'
import type { Layout } from '../store/layout.ts'

export interface KnownRun {
  runId: string
  /** `null`: the log is damaged, or newer than this version, so that nothing may be done on its word. */
  state: RunState | null
  /** As far as the log can be read; only for showing. */
  readable: RunState
  damage: LogDamage | null
  read: ReadResult
}

/** Every run with a log, oldest first. */
export function listRuns(layout: Layout): KnownRun[] {
  const runs = runIds(layout).map((runId) => loadRun(layout, runId))
  return runs.sort((a, b) => (a.readable.startedAt ?? '').localeCompare(b.readable.startedAt ?? ''))
}

export function loadRun(layout: Layout, runId: string): KnownRun {
  const reader = logReader(runId)
  const read = readJournal(layout.log(runId), reader.take)
  const damage = reader.end(read)
  return { runId, read, readable: reader.state, damage, state: damage === null ? reader.state : null }
}

/** The run of that id, or the only one whose id holds the text. */
export function findRun(layout: Layout, wanted: string): string {
  return findAmong(runIds(layout), wanted)
}

export function findAmong(ids: string[], wanted: string): string {
  if (ids.includes(wanted)) return wanted
  const near = ids.filter((id) => id.includes(wanted))
  if (near.length === 1) return near[0]!
  if (near.length > 1)
    throw new Problem(
      EXIT.usage,
      `"${wanted}" fits several runs`,
      `Name one of: ${near.slice(-5).join(', ')}.`,
    )
  const known = nearestIds(wanted, ids).join(', ')
  throw new Problem(
    EXIT.usage,
    `There is no run "${wanted}"`,
    known ? `The nearest: ${known}. All of them: wiggum runs.` : 'Start one: wiggum run "<task>".',
  )
}

/** The one begun last. A log's first event says when, so that a long history costs little. */
export function lastRun(layout: Layout): string {
  const begun = runIds(layout).map((runId) => ({ runId, at: firstEvent(layout.log(runId))?.ts ?? '' }))
  const last = begun.sort((a, b) => a.at.localeCompare(b.at)).at(-1)
  if (last) return last.runId
  throw new Problem(EXIT.usage, 'There is no run yet', 'Start one: wiggum run "<task>".')
}

export function runIds(layout: Layout): string[] {
  if (!existsSync(layout.events)) return []
  const names = readdirSync(layout.events).filter((name) => name.endsWith('.jsonl') && name !== 'index.jsonl')
  return names.map((name) => name.slice(0, -'.jsonl'.length)).sort()
}

const NEAREST = 3
/** No id is longer; a longer text needs not be compared to its end. */
const LONGEST_ID = 100

/** By letters, with the day or without: a slug is what one remembers. */
export function nearestIds(wanted: string, ids: string[]): string[] {
  const text = wanted.slice(0, LONGEST_ID).toLowerCase()
  const far = (id: string) =>
    Math.min(editDistance(text, id), editDistance(text, id.replace(/^\d{4}-\d{2}-\d{2}-/, '')))
  const ranked = ids.map((id) => ({ id, distance: far(id) })).sort((a, b) => a.distance - b.distance)
  return ranked.slice(0, NEAREST).map(({ id }) => id)
}
