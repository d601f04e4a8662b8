import { cleanText } from '../contracts/clean-text.ts'
import { EXIT, Problem } from '../runtime/problem.ts'

/** One sentence for the user, and the exit code. No stack reaches the screen unless it is asked for. */
export async function explain(error: unknown, json: boolean): Promise<number> {
  const { exitCode, message, fix } = await classify(error)
  const line = cleanText([sentence(message), fix].filter(Boolean).join(' '), 4_000)
  if (json) process.stdout.write(`${JSON.stringify({ error: message, fix, exit_code: exitCode })}\n`)
  else process.stderr.write(`wiggum: ${line}\n`)
  if (process.env.WIGGUM_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  return exitCode
}

interface Explained {
  exitCode: number
  message: string
  fix: string
}

async function classify(error: unknown): Promise<Explained> {
  if (error instanceof Problem) return error
  const { EnvironmentError } = await import('../store/environment-error.ts')
  const { JournalError } = await import('../store/journal-error.ts')
  if (error instanceof EnvironmentError)
    return { exitCode: EXIT.environment, message: error.message, fix: error.fix }
  if (error instanceof JournalError)
    return {
      exitCode: EXIT.environment,
      message: error.message,
      fix: 'Nothing was done that is not in the log; `wiggum resume` goes on from there.',
    }
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return {
      exitCode: EXIT.environment,
      message: 'The disk is full',
      fix: 'Free some space, then `wiggum resume`.',
    }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return {
      exitCode: EXIT.environment,
      message: (error as Error).message,
      fix: 'Make it writable, then try again.',
    }
  const message = error instanceof Error ? error.message : String(error)
  return {
    exitCode: EXIT.bug,
    message: `This is a bug in wiggum: ${message}`,
    fix: 'Run again with WIGGUM_DEBUG=1 and report what it prints.',
  }
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
