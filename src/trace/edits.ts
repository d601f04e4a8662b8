import type { EditLines, Step } from '../steps/step.ts'
import { type EditTarget, targetOf } from './edit-target.ts'
import { createFading, type Moment } from './moment.ts'

/** Whether and how the agent's edits succeed. Shares are of the budget; where none is known they count as `UNKNOWN`. */
export interface EditFacts {
  /** Edits that were tried, and those that failed. */
  tried: number
  failed: number
  failedInRow: number
  /** Successful ones, by what they changed. */
  source: number
  test: number
  scratch: number
  doc: number
  /** Settings, data, whatever is no code. */
  other: number
  /** Successful source edits of files that were there before. */
  existing: number
  /** When the first and the last source edit succeeded; `null`: none did. */
  first: Moment | null
  last: Moment | null
  /** Different source files that were changed. */
  files: number
  /** When source was last changed in a file that had not been changed before. */
  lastNewFile: Moment | null
  /** Source edits at a place that was edited before, and those that say what an edit said before. */
  again: number
  same: number
  /** Edits that put back what another took away. */
  undone: number
  commits: number
  lastCommit: Moment | null
  /** Lately: source edits, failed edits, among all steps. */
  recentSource: number
  recentFailed: number
  recentOther: number
  patch: PatchFacts
}

/** What the source edits put there, in lines. */
interface PatchFacts extends EditLines {
  /** Of the last source edit. */
  lastAdded: number
  lastRemoved: number
  /** The largest one. */
  most: number
}

const MAX_KNOWN = 4096

export interface EditTracker {
  /** What the step changed, if it changed something. */
  add(step: Step, moment: Moment): EditTarget | null
  facts(): EditFacts
  /** The agent made this file itself in this run. */
  made(path: string): boolean
}

export function createEditTracker(): EditTracker {
  const sum = { tried: 0, failed: 0, failedInRow: 0, source: 0, test: 0, scratch: 0, doc: 0, other: 0 }
  const extra = { existing: 0, again: 0, same: 0, undone: 0, commits: 0 }
  const patch: PatchFacts = {
    added: 0,
    removed: 0,
    comments: 0,
    guards: 0,
    prints: 0,
    definitions: 0,
    lastAdded: 0,
    lastRemoved: 0,
    most: 0,
  }
  const recent = { source: createFading(), failed: createFading(), other: createFading() }
  const made = new Set<string>()
  const known = new Set<string>()
  const files = new Set<string>()
  const places = new Set<string>()
  let first: Moment | null = null
  let last: Moment | null = null
  let lastCommit: Moment | null = null
  let lastNewFile: Moment | null = null

  const succeed = (step: Step, moment: Moment): EditTarget => {
    const created = step.tool?.kind === 'write'
    for (const path of step.files.changed) if (created && !known.has(path)) remember(made, path)
    const target = weightiest(step.files.changed.map((path) => targetOf(path, made.has(path))))
    sum[target]++
    if (target === 'source') source(step, moment)
    return target
  }
  const source = (step: Step, moment: Moment) => {
    const { edit, files: touched, novelty } = step
    if (touched.changed.some((path) => !made.has(path))) extra.existing++
    if (touched.changed.some((path) => !files.has(path))) lastNewFile = moment
    for (const path of touched.changed) remember(files, path)
    const place = edit?.place ?? null
    if (place !== null && places.has(place)) extra.again++
    if (place !== null) remember(places, place)
    if (novelty.edit === false) extra.same++
    first ??= moment
    last = moment
    addLines(patch, step)
  }

  return {
    add: (step, moment) => {
      const commits = step.failed === false && isCommit(step)
      if (commits) extra.commits++
      if (commits) lastCommit = moment
      const { edit } = step
      let target: EditTarget | null = null
      if (edit) {
        sum.tried++
        if (edit.ok === false) sum.failed++
        sum.failedInRow = edit.ok === false ? sum.failedInRow + 1 : 0
        // A file that was looked at is there: writing it does not make it.
        if (edit.ok === true) target = succeed(step, moment)
        if (edit.ok === true && isUndo(step)) extra.undone++
      }
      for (const path of [...step.files.read, ...step.files.changed]) remember(known, path)
      recent.source.add(target === 'source' ? 1 : 0, moment)
      recent.failed.add(edit?.ok === false ? 1 : 0, moment)
      recent.other.add(target !== null && target !== 'source' ? 1 : 0, moment)
      return target
    },
    facts: () => ({
      ...sum,
      ...extra,
      first,
      last,
      lastCommit,
      lastNewFile,
      files: files.size,
      recentSource: recent.source.value(),
      recentFailed: recent.failed.value(),
      recentOther: recent.other.value(),
      patch,
    }),
    made: (path) => made.has(path),
  }
}

function addLines(patch: PatchFacts, { edit }: Step): void {
  const lines = edit?.lines
  if (!lines) return
  patch.added += lines.added
  patch.removed += lines.removed
  patch.comments += lines.comments
  patch.guards += lines.guards
  patch.prints += lines.prints
  patch.definitions += lines.definitions
  patch.lastAdded = lines.added
  patch.lastRemoved = lines.removed
  patch.most = Math.max(patch.most, lines.added + lines.removed)
}

const ORDER: readonly EditTarget[] = ['source', 'test', 'scratch', 'doc', 'other']

function weightiest(targets: EditTarget[]): EditTarget {
  return ORDER.find((target) => targets.includes(target)) ?? 'other'
}

/** Whoever commits has changed something, by whatever means. */
function isCommit({ tool, arguments: given }: Step): boolean {
  return tool?.kind === 'git' && /\bgit\s+(?:-\S+\s+)*commit\b/.test(given?.command ?? '')
}

function isUndo({ tool, arguments: given }: Step): boolean {
  return tool?.name === 'undo_edit' || /\bgit\s+(?:checkout|restore|stash|reset)\b/.test(given?.command ?? '')
}

function remember(set: Set<string>, value: string): void {
  if (set.size < MAX_KNOWN) set.add(value)
}
