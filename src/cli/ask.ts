import { createInterface } from 'node:readline/promises'
import { cleanText } from '../contracts/clean-text.ts'
import type { GateState } from '../core/state.ts'
import type { Screen } from './json-screen.ts'

/** Asks the person at this terminal. An empty or unknown reply is asked again; it never means yes. */
export async function askAtTerminal(
  gate: GateState,
  screen: Screen,
): Promise<{ answer: string; text: string | null }> {
  screen.pause()
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  try {
    for (const line of gate.evidence) process.stdout.write(`  · ${cleanText(line, 300)}\n`)
    if (gate.choices.includes('answer'))
      return { answer: 'answer', text: await reader.question('  Answer: ') }
    for (;;) {
      const reply = (await reader.question('  [y]es or [n]o: ')).trim().toLowerCase()
      if (reply === 'y' || reply === 'yes') return { answer: 'yes', text: null }
      if (reply === 'n' || reply === 'no') return { answer: 'no', text: null }
    }
  } finally {
    reader.close()
    screen.go()
  }
}
