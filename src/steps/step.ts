import type { TestRun } from '../core/events.ts'

/** What a tool does, whoever made it. `build` is also type-checking, linting and installing. */
export const TOOL_KINDS = [
  'read',
  'search',
  'edit',
  'write',
  'shell',
  'test',
  'build',
  'git',
  'web',
  'todo',
  'plan',
  'ask',
  'other',
] as const

export type ToolKind = (typeof TOOL_KINDS)[number]

/** One thing an agent did: a tool call with what came of it, or words alone. */
export interface Step {
  /** 0, 1, 2, … in the order in which they ended. */
  index: number
  /** When it began (the call, or the first word before it) and ended; instants that came with the events. */
  began: string
  at: string
  /** What it said or thought before the call, capped. */
  thought: string
  /** `null`: words alone. */
  tool: { name: string; kind: ToolKind } | null
  arguments: StepArguments | null
  /** `null`: words alone, or no result came. */
  observation: Observation | null
  /** By the stream's own flag or exit code. `null`: no result came, so it is not known. */
  failed: boolean | null
  exit: number | null
  /** Only of what really failed. */
  error: string | null
  files: FilesTouched
  /** `null`: it was no edit. */
  edit: StepEdit | null
  /** Counts are the runner's own. What it did not print is `null`, never zero. */
  test: TestRun | null
  novelty: Novelty
  todo: TodoDelta | null
}

export interface StepArguments {
  /** The same for the same call, whatever the order of keys and the words of description. */
  digest: string
  paths: string[]
  command: string | null
}

interface StepEdit {
  /** `null`: no result came. */
  ok: boolean | null
  /** `null`: the call does not say what it wrote. */
  digest: string | null
  /** `null`: the call does not say them, as a command does not. */
  lines: EditLines | null
  /** The same for edits at the same place of the same file; `null`: not known. */
  place: string | null
}

/** Lines that are not empty. All but the first two are among those added. */
export interface EditLines {
  added: number
  removed: number
  comments: number
  guards: number
  prints: number
  definitions: number
}

export interface Observation {
  text: string
  /** Of the whole, in UTF-8. */
  bytes: number
  digest: string
}

export interface FilesTouched {
  read: string[]
  changed: string[]
}

/** Seen for the first time in this run? `null`: there is none of it in this step. */
export interface Novelty {
  command: boolean | null
  file: boolean | null
  error: boolean | null
  edit: boolean | null
}

/** What a to-do list is now, and how this step changed it. */
export interface TodoDelta {
  total: number
  done: number
  added: number
  removed: number
  completed: number
}
