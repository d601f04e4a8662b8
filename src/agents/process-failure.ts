import { cleanText } from '../contracts/clean-text.ts'
import type { ProcessResult } from '../runtime/supervise.ts'
import type { AgentFailure } from './agent.ts'

const MESSAGE_MAX = 500

/** A process that ended without a result, judged by how it ended and never by what it printed. */
export function failureOfProcess(program: string, result: ProcessResult): AgentFailure | null {
  switch (result.outcome) {
    case 'spawn-failed':
      return crash(`${program} could not be started: ${result.error ?? 'no reason given'}`)
    case 'signalled':
      return crash(`${program} was ended by ${result.signal ?? 'a signal'}${lastWords(result)}`)
    case 'exited':
      return ofExit(program, result)
    case 'idle-timeout':
    case 'wall-timeout':
    case 'output-cap':
    case 'cancelled':
    case 'killed-after-result':
      // The supervisor did it and knows why.
      return null
  }
}

function ofExit(program: string, result: ProcessResult): AgentFailure {
  if (result.exitCode !== 0)
    return crash(`${program} exited with code ${result.exitCode}${lastWords(result)}`)
  const message = `${program} exited with code 0 but gave no result${lastWords(result)}`
  return { cause: 'no-result', message: cleanText(message, MESSAGE_MAX), retryAt: null }
}

function crash(message: string): AgentFailure {
  return { cause: 'crash', message: cleanText(message, MESSAGE_MAX), retryAt: null }
}

/** The last line it wrote, for a person to read. Errors come first; plain text on stdout is what some CLIs use instead. */
function lastWords(result: ProcessResult): string {
  const line = lastLine(result.stderrTail) ?? lastLine(result.stdoutTail)
  return line === undefined ? '' : `; its last line was: ${line}`
}

function lastLine(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.findLast((line) => line !== '' && !line.startsWith('{'))
}
