import { headAndTail } from './digest.ts'
import { compilerError } from './errors/compilers.ts'
import type { ErrorReader } from './errors/error-line.ts'
import { exceptionError, jvmError, pythonError } from './errors/exceptions.ts'
import { failedTest } from './errors/failed-tests.ts'
import { plainError, poorError, programError } from './errors/programs.ts'
import { normalise, withoutTerminalCodes } from './normalise.ts'

const MAX_CHARS = 96 * 1024
const MAX_LINE = 1000

/** From what says most to what says least. */
const READERS: readonly ErrorReader[] = [
  failedTest,
  compilerError,
  pythonError,
  jvmError,
  exceptionError,
  programError,
  poorError,
  plainError,
]

/** What went wrong, in words that are the same when it goes wrong again elsewhere. Only for output of what failed. */
export function errorSignature(text: string): string | null {
  const lines = withoutTerminalCodes(headAndTail(text, MAX_CHARS))
    .split(/\r?\n|\r/)
    .map((line) => line.slice(0, MAX_LINE).trimEnd())
  for (const read of READERS) {
    const said = read(lines)
    const message = said === null ? '' : normalise(said.message)
    if (said !== null && /\p{L}/u.test(message)) return `${said.family}: ${message}`
  }
  return null
}
