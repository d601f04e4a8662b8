import type { Finding } from '../events.ts'
import type { LessonKind } from './kinds.ts'

export const LESSON_STATES = ['seen', 'active', 'archived'] as const

/** Why a lesson lies in the archive. Only what has faded comes back by itself. */
export const ARCHIVED_FOR = ['faded', 'forgotten', 'ineffective', 'crowded'] as const

/** What the memory knows of one thing. `seen`: a finding of one run so far, and no lesson yet. */
export interface Lesson {
  id: string
  state: (typeof LESSON_STATES)[number]
  archivedFor: (typeof ARCHIVED_FOR)[number] | null
  kind: LessonKind
  by: 'runs' | 'person' | 'import'
  /** `null`: any. */
  domain: string | null
  role: string | null
  category: string | null
  /** Where it was met; for a person's lesson, where it holds. None: anywhere. */
  files: string[]
  text: string
  /** What helped, or should. */
  fix: string
  /** All the ways in which it was put. */
  wordings: string[]
  /** In how many runs it was met, less what has faded. */
  frequency: number
  /** Runs since it was met. */
  idle: number
  met: string[]
  /** Of those, the ones that ended without it. */
  fixed: string[]
  /** Runs that were given it. */
  injected: string[]
  /** Of those, the ones in which it was met all the same. */
  repeated: string[]
}

export interface Memory {
  /** Runs that have been counted, newest last. */
  runs: string[]
  /** Changes that were reviewed and nothing else, the one reviewed last at the end. */
  changes: ReviewedChange[]
  lessons: Lesson[]
}

/** However often it is reviewed, and amended meanwhile, it is one change. */
export interface ReviewedChange {
  names: string[]
  /** The reviews of it. The first is the one that counts. */
  runs: string[]
}

/** What one run adds to the memory. */
export interface RunFacts {
  run: string
  /** It only reviewed a change, known by these names; `null`: it made one. */
  change: string[] | null
  domain: string
  /** Nobody reviewed anything: it cannot have met anything either. */
  reviewed: boolean
  met: Meeting[]
  /** Lessons that an agent of the run was given. */
  shown: string[]
  repeated: { lesson: string; finding: Finding }[]
}

export interface Meeting {
  finding: Finding
  /** The run ended with proven work, and without it. */
  fixed: boolean
}

/** What two things are compared by. */
export interface Subject {
  category: string | null
  files: string[]
  wordings: string[]
}

export function subjectOf({ category, file, description }: Finding): Subject {
  return { category, files: file === null ? [] : [file], wordings: [description] }
}
