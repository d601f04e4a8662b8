import { drift } from '../../policy/drift.ts'
import type { ChangedFile, EventData } from '../events.ts'
import type { Bond } from './on-task.ts'

export type Cause = EventData['drift.detected']['causes'][number]

export interface Drift {
  /** Of the lines that count, those off the task. */
  share: number
  causes: Cause[]
  evidence: string[]
  /** Files off the task. */
  off: string[]
}

/** A changed file, with how it belongs to the task. */
export interface Weighed {
  file: ChangedFile
  bond: Bond
}

const MAX_SHOWN = 20
const MAX_LISTED = 50

export function drifted(counted: Weighed[], off: Weighed[], said: Pick<Drift, 'causes' | 'evidence'>): Drift {
  const shown = off
    .slice(0, MAX_SHOWN)
    .map(({ file }) => `off the task: ${file.path} (${file.change}, ${file.added + file.deleted} lines)`)
  const more = off.length > MAX_SHOWN ? [`and ${off.length - MAX_SHOWN} more`] : []
  return {
    causes: said.causes,
    share: Math.round((linesOf(off) / linesOf(counted)) * 100) / 100,
    evidence: [...said.evidence, ...shown, ...more],
    off: off.map(({ file }) => file.path).slice(0, MAX_LISTED),
  }
}

/** At least one each, and no more than counts of a file. */
export function linesOf(all: Weighed[]): number {
  return all.reduce(
    (sum, { file }) => sum + Math.min(Math.max(file.added + file.deleted, 1), drift.maxLines),
    0,
  )
}
