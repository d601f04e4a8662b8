import type { AgentEvent } from '../agents/agent.ts'

/**
 * One kind of transcript. It is read piece by piece, so that memory does not grow with the file: an importer gets
 * a line, or one element of a document's list, and tells the sink what it says.
 */
export interface Importer {
  /** Unique and stable: `claude`, `codex`, … Users name it with `--format`. */
  id: string
  /** What people call it: `Claude Code transcript`. */
  label: string
  /** By its beginning (up to 64 KB) and its name, whether a file is of this kind. The first in the list that says yes counts. */
  recognises(head: string, name: string): boolean
  /** `lines`: one JSON text a line. `document`: one JSON text; the elements of these lists come one by one, `''` is the document itself. */
  shape: { kind: 'lines' } | { kind: 'document'; lists: string[] }
  /** One file's own reader. */
  open(sink: ImportSink, file: { name: string }): ImportReader
  /** Folders where the installed agent keeps them, if it does: relative to the home folder, or `$NAME/…`. */
  places?: { folder: string; ends: string }[]
}

export interface ImportReader {
  /** A line's value, or an element of the list `list`. */
  value(value: unknown, list: string): void
  /** What a document has besides its lists, once it is read. */
  rest?(value: unknown): void
  end(): void
}

/** What is known of an imported run besides what its agent did. What is not known is `null`, never a guess. */
export interface ImportedHead {
  /** Tells it from others of the same file: a session's id, an instance. */
  id: string
  agent: string | null
  model: string | null
  /** Where the agent worked. */
  cwd: string | null
  /** The task, in the words it was given. */
  task: string | null
  /** How it came out, where the transcript has it. */
  resolved: boolean | null
  /** How many agent steps it was allowed, where the transcript has it. */
  maxSteps: number | null
}

/** Whether the agent said that it is done. `cut`: it was stopped by a limit. */
export type ImportedEnd = 'finished' | 'cut' | null

export interface Spent {
  input: number | null
  output: number | null
  usd: number | null
}

export interface ImportSink {
  /** A run begins; one that is open ends with it. */
  begin(head: Partial<ImportedHead> & { id: string }): void
  /** More became known of the open run. */
  know(part: Partial<ImportedHead>): void
  /** What the agent did. `at`: an instant, where the transcript has one. */
  event(event: AgentEvent, at: string | null): void
  /** What one request cost, where the transcript says. */
  spend(spent: Spent): void
  end(how: ImportedEnd): void
  /** A piece that could not be read (`torn`) or is of a kind nobody knows (`unknown`). Counted and named, never fatal. */
  problem(kind: 'torn' | 'unknown', what: string): void
}
