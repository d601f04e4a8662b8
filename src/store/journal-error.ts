/** The log cannot be written, or is not what was written. The run halts; nobody needs to parse the message. */
export class JournalError extends Error {
  readonly path: string
  readonly problem: string

  constructor(path: string, problem: string, options?: { cause?: unknown }) {
    super(`The log ${path}: ${problem}.`, options)
    this.name = 'JournalError'
    this.path = path
    this.problem = problem
  }
}
