import type { AgentEvent } from '../agents/agent.ts'
import type { Step } from '../steps/step.ts'
import type { WatchSettings } from '../trace/watch.ts'

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
  open(sink: ImportSink, file: ImportFile): ImportReader
  /** Folders where the installed agent keeps them, if it does: relative to the home folder, or `$NAME/…`. */
  places?: Place[]
}

/** Files below `folder`, at any depth, whose names begin and end so. */
export interface Place {
  folder: string
  begins?: string
  ends: string
  /** How the folder's folder for a project is named, or begins, where it has one. */
  project?(path: string): string
  /** A variable that names the folder instead: its value stands for `of`, the beginning of `folder`. */
  moved?: { by: string; of: string }
}

export interface ImportFile {
  /** Its path, or less of it. */
  name: string
  /** What lies beside it and belongs to it. Paths are relative to its folder. */
  near?: Near
}

export interface Near {
  /** Names in a folder, sorted; none if there is none. */
  names(folder: string): string[]
  /** The lines of a file, or the one value that it is. What cannot be read is left out. */
  values(path: string): Iterable<unknown>
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
  /** Whether it was to change files, where the transcript has it. */
  writes: boolean | null
  /** How it was watched when it ran, where the transcript has it: it is looked at in the same way again. */
  watched: Pick<WatchSettings, 'detectors' | 'research' | 'calibration' | 'prior'> | null
}

/** Whether the agent said that it is done. `cut`: it was stopped by a limit. */
export type ImportedEnd = 'finished' | 'cut' | null

export interface Spent {
  /** With what came from the cache. */
  input: number | null
  output: number | null
  usd: number | null
  /** Of the input, what came from the cache. */
  cached?: number | null
}

export interface ImportSink {
  /** A run begins; one that is open ends with it. */
  begin(head: Partial<ImportedHead> & { id: string }): void
  /** More became known of the open run. */
  know(part: Partial<ImportedHead>): void
  /** What a person told the agent: the task first, then what came after it. */
  turn(text: string, at: string | null): void
  /** What the agent did. `at`: an instant, where the transcript has one. */
  event(event: AgentEvent, at: string | null): void
  /** An agent step as it was recorded, where the transcript has them: nothing is made of it anew. */
  step(step: Step, share: number | null): void
  /** What one request cost, where the transcript says. */
  spend(spent: Spent): void
  end(how: ImportedEnd): void
  /** A piece that could not be read (`torn`) or is of a kind nobody knows (`unknown`). Counted and named, never fatal. */
  problem(kind: 'torn' | 'unknown', what: string): void
}
