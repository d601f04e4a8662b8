import { createInterface } from 'node:readline/promises'
import { PLANNED } from '../core/decide/dry-run.ts'
import type { RunState } from '../core/state.ts'
import type { Carry } from './carry.ts'

/** After a dry run, at a terminal: whether to go on with Do. No answer is a no. */
export async function wantsToGoOn(state: RunState, { call, mayAsk }: Carry): Promise<boolean> {
  if (state.ended?.status !== PLANNED || !mayAsk || call.json) return false
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return false
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  const left = new AbortController()
  reader.on('SIGINT', () => left.abort())
  reader.on('close', () => left.abort())
  try {
    for (;;) {
      const question = '\n  Carry the plan out now? [y]es or [n]o: '
      const said = (await reader.question(question, { signal: left.signal })).trim()
      if (/^y(es)?$/i.test(said)) return true
      if (/^no?$/i.test(said)) return false
    }
  } catch (error) {
    if (!left.signal.aborted) throw error
    process.stdout.write('\n')
    return false
  } finally {
    reader.close()
  }
}
