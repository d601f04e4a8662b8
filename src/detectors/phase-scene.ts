import type { ChangedFile, Finding } from '../core/events.ts'

/** A run at the end of a phase, as rules about the whole run see it. `plan` is the end of exploring. */
export interface PhaseScene {
  at: 'plan' | 'do' | 'check' | 'end'
  cycle: number
  workflow: string
  /** What planning and making took in this cycle, all attempts together. */
  planMs: number
  doMs: number
  /** How often an Explorer has answered in this cycle. */
  explored: number
  /** Paths that this cycle's plan lists. */
  planned: string[]
  /** Paths that may be changed besides: of earlier plans, of findings that stand, and those the user named. */
  alsoInScope: string[]
  work: PhaseWork | null
  /** What reviewers said, as it counts, about the commit that this Maker began with. Nothing for the first. */
  before: Finding[]
  /** What reviewers said about the present work. */
  reviews: PhaseReview[]
  /** From the first reviewer's start to the last one's end. */
  reviewMs: number
  deferred: { now: Deferred[]; earlier: { run: string; findings: Deferred[] } | null }
  /** Lessons that somebody was given, and that a reviewer of the present work found again. */
  repeated: RepeatedLesson[]
}

export interface RepeatedLesson {
  id: string
  /** In how many runs it was met before. */
  met: number
  /** In how many of those that were given it. */
  repeated: number
  /** What was found again, with its place. */
  found: string
}

export interface PhaseWork {
  /** Since the base. */
  files: ChangedFile[]
  /** Paths that the Maker touched in this round. */
  touched: string[]
}

export interface PhaseReview {
  role: string
  step: string
  verdict: 'APPROVED' | 'REJECTED' | 'NONE'
  /** As they count: without evidence, a severity is INFO. */
  findings: Finding[]
}

/** A WARNING that a run left behind when it landed. */
export type Deferred = Pick<Finding, 'file' | 'line' | 'category' | 'description'>

/** Nothing is wrong. A scene says only what differs. */
export const ORDERLY: PhaseScene = {
  at: 'do',
  cycle: 1,
  workflow: 'standard',
  planMs: 0,
  doMs: 0,
  explored: 1,
  planned: [],
  alsoInScope: [],
  work: null,
  before: [],
  reviews: [],
  reviewMs: 0,
  deferred: { now: [], earlier: null },
  repeated: [],
}

export function changedLines(work: PhaseWork | null): number {
  return (work?.files ?? []).reduce((sum, { added, deleted }) => sum + added + deleted, 0)
}

/** For examples: a change of so many files, with so many lines each. */
export function workOf(files: number, lines: number, name = 'src/part'): PhaseWork {
  const paths = Array.from({ length: files }, (_, at) => `${name}-${at + 1}.ts`)
  return {
    files: paths.map((path) => ({ path, change: 'modified', added: lines, deleted: 0, test: false })),
    touched: paths,
  }
}

/** For examples: a reviewer's word, with findings of these categories. */
export function reviewOf(
  role: string,
  verdict: PhaseReview['verdict'],
  findings: Finding[] = [],
): PhaseReview {
  return { role, step: `1-check-${role}`, verdict, findings }
}

/** For examples. */
export function pointOf(over: Partial<Finding>): Finding {
  return {
    id: `${over.file}:${over.description}`,
    file: 'src/part-1.ts',
    line: 1,
    severity: 'WARNING',
    category: 'security',
    description: 'the token is compared byte by byte',
    fix: '',
    evidence: '`token === given`',
    sources: [],
    ...over,
  }
}
