/** An expected failure before or beside a run: one sentence for the user, what to do, and the documented exit code. */
export class Problem extends Error {
  readonly exitCode: number
  readonly fix: string

  constructor(exitCode: number, message: string, fix: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'Problem'
    this.exitCode = exitCode
    this.fix = fix
  }
}

/** Another process is at work on the same run. */
export class Busy extends Problem {}

/** The documented exit codes, by meaning. */
export const EXIT = {
  ok: 0,
  bug: 1,
  usage: 2,
  environment: 3,
  agent: 4,
  waiting: 20,
} as const
