import type { Standing } from '../core/retention.ts'
import { RESCUE_DAYS } from '../policy/retention.ts'
import { bytesWords } from './bytes.ts'
import { columns } from './columns.ts'
import { oneLine, plural } from './words.ts'

interface ShownRef {
  ref: string
  commit: string
  days: number
  files: string[]
}

/** One run that goes, or of which something goes. */
interface GcRow {
  run_id: string
  standing: Standing
  days: number | null
  what: 'run' | 'work' | 'refs'
  bytes: number
  rescues: ShownRef[]
  branch: { ref: string; commit: string } | null
}

export interface GcView {
  removals: GcRow[]
  kept: { run: string; why: string }[]
  /** Rescue refs that nobody allowed to go. */
  kept_rescues: (ShownRef & { run: string })[]
}

const WHAT = { run: 'all of it', work: 'the folder it left behind', refs: 'what is left of it' }

/** What goes, before it goes. */
export function gcLines({ removals, kept, kept_rescues: young }: GcView): string[] {
  const rows = removals.map((row) => [
    row.run_id,
    row.standing,
    daysWords(row.days),
    bytesWords(row.bytes),
    WHAT[row.what],
  ])
  const refs = removals.flatMap(({ rescues, branch }) => [
    ...rescues.map((rescue) => `  drops ${refWords(rescue)}`),
    ...(branch ? [`  drops ${branch.ref}, ${branch.commit}: the target holds it`] : []),
  ])
  const bytes = removals.reduce((sum, row) => sum + row.bytes, 0)
  return [
    ...(rows.length > 0 ? columns([['run', 'status', 'age', 'size', 'goes'], ...rows]) : []),
    ...refs,
    ...young.map(
      (rescue) => `  keeps ${refWords(rescue)}: younger than ${RESCUE_DAYS} days; --allow rescue drops it`,
    ),
    removals.length > 0
      ? `${plural(removals.length, 'run')}, ${bytesWords(bytes)}.${keptWords(kept)}`
      : `Nothing to remove.${keptWords(kept)}`,
    ...(removals.some(({ rescues }) => rescues.length > 0) ? [BACK] : []),
  ]
}

/** Git keeps what no ref leads to for two weeks at least. */
const BACK =
  'A rescue ref can be had back while git keeps its commit, two weeks or more: git update-ref <ref> <commit>'

export function refWords({ ref, commit, days, files }: ShownRef): string {
  const shown = files.slice(0, 5).map((file) => oneLine(file, 80))
  const more = files.length > shown.length ? ', …' : ''
  const what = files.length > 0 ? `, ${plural(files.length, 'file')} (${shown.join(', ')}${more})` : ''
  return `${ref}, ${commit}, ${daysWords(days)} old${what}`
}

function daysWords(days: number | null): string {
  return days === null ? '-' : plural(Math.floor(days), 'day')
}

function keptWords(kept: GcView['kept']): string {
  const counts = new Map<string, number>()
  for (const { why } of kept) counts.set(why, (counts.get(why) ?? 0) + 1)
  return counts.size === 0 ? '' : ` Kept: ${[...counts].map(([why, count]) => `${count} ${why}`).join(', ')}.`
}
