import { createInterface } from 'node:readline/promises'
import { print } from './print.ts'

/** Asks the person at this terminal. No answer is a no; so is nobody there. */
export async function yesOrNo(question: string): Promise<boolean> {
  if (!hasTerminal()) return false
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  const left = new AbortController()
  reader.on('SIGINT', () => left.abort())
  reader.on('close', () => left.abort())
  try {
    for (;;) {
      const said = (await reader.question(`${question} [y]es or [n]o: `, { signal: left.signal })).trim()
      if (/^y(es)?$/i.test(said)) return true
      if (/^no?$/i.test(said)) return false
    }
  } catch (error) {
    if (!left.signal.aborted) throw error
    print('\n')
    return false
  } finally {
    reader.close()
  }
}

export function hasTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true
}
