import { tmpdir } from 'node:os'
import { cleanText } from '../contracts/clean-text.ts'
import { EXIT, Problem } from '../runtime/problem.ts'
import { printError, printJson } from './print.ts'

/** One sentence for the user, and the exit code. No stack reaches the screen unless it is asked for. */
export async function explain(error: unknown, json: boolean): Promise<number> {
  const { exitCode, message, fix } = await classify(error)
  const line = cleanText([message, fix].filter(Boolean).map(sentence).join(' '), 4_000).replace(/\s+/g, ' ')
  if (json) printJson(`${JSON.stringify({ error: message, fix, exit_code: exitCode })}\n`)
  else printError(`wiggum: ${line}\n`)
  if (process.env.WIGGUM_DEBUG && error instanceof Error) printError(`${error.stack}\n`)
  return exitCode
}

/** Asked where nothing else says which one it was. */
const disks = () => ['.', process.env.WIGGUM_HOME ?? process.env.HOME ?? '/', tmpdir()]

/** What the file system says of a path that is in the way or not ours to use. */
const NOT_USABLE = ['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ELOOP', 'EMFILE', 'ENFILE']

interface Explained {
  exitCode: number
  message: string
  fix: string
}

async function classify(error: unknown): Promise<Explained> {
  if (error instanceof Problem) return error
  const { EnvironmentError, namingDisk } = await import('../store/environment-error.ts')
  const { JournalError } = await import('../store/journal-error.ts')
  if (error instanceof EnvironmentError)
    return { exitCode: EXIT.environment, message: error.message, fix: error.fix }
  if (error instanceof JournalError)
    return {
      exitCode: EXIT.environment,
      message: error.message,
      // Without a cause it was not the writing that failed: the log is not what was written.
      fix:
        error.cause === undefined
          ? 'It was left as it is: restore it from a copy, or start the task again.'
          : 'Nothing was done that is not in the log; `wiggum resume` goes on from there.',
    }
  const named = namingDisk(error, disks())
  if (named instanceof EnvironmentError)
    return { exitCode: EXIT.environment, message: named.message, fix: named.fix }
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  // Making folders on a read-only disk gives ENOENT; anywhere else a missing file may be a bug of ours.
  if (NOT_USABLE.includes(code ?? '') || (code === 'ENOENT' && syscall === 'mkdir'))
    return {
      exitCode: EXIT.environment,
      message: (error as Error).message,
      fix: 'Make that path usable and writable, then try again.',
    }
  const message = error instanceof Error ? error.message : String(error)
  return {
    exitCode: EXIT.bug,
    message: `This is a bug in wiggum: ${message}`,
    fix: 'Run again with WIGGUM_DEBUG=1 and report what it prints.',
  }
}

function sentence(text: string): string {
  const started = /^[a-z]+ /.test(text) ? `${text[0]?.toUpperCase()}${text.slice(1)}` : text
  return /[.!?]$/.test(started) ? started : `${started}.`
}
