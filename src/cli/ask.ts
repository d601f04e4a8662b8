import { createInterface, type Interface } from 'node:readline/promises'
import type { GateState } from '../core/state.ts'
import { oneLine } from '../report/words.ts'
import type { Screen } from './json-screen.ts'
import { print } from './print.ts'

/** How often it is looked whether the answer came another way. */
const NEWS_MS = 200

export type Leaving = 'interrupted' | 'news' | 'closed'

/** The question was not answered here: the run was stopped, the inbox holds something, or the input ended. */
export class QuestionLeft extends Error {
  readonly why: Leaving

  constructor(why: Leaving) {
    super(`the question was left: ${why}`)
    this.name = 'QuestionLeft'
    this.why = why
  }
}

interface Asking {
  screen: Screen
  /** Stops the run; Ctrl-C at the question does that too. */
  abort: AbortController
  hasNews(): boolean
}

/** Asks the person at this terminal. An empty or unknown reply is asked again; it never means yes. */
export async function askAtTerminal(
  gate: GateState,
  { screen, abort, hasNews }: Asking,
): Promise<{ answer: string; text: string | null }> {
  screen.pause()
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  const left = new AbortController()
  const interrupted = () => left.abort('interrupted')
  const news = setInterval(() => hasNews() && left.abort('news'), NEWS_MS)
  abort.signal.addEventListener('abort', interrupted)
  reader.on('SIGINT', () => abort.abort('SIGINT'))
  reader.on('close', () => left.abort('closed'))
  try {
    print(`  ${oneLine(gate.question, 600)}\n`)
    for (const line of gate.evidence) print(`  · ${oneLine(line, 400)}\n`)
    return await reply(gate, reader, left.signal)
  } catch (error) {
    if (!left.signal.aborted) throw error
    print('\n')
    throw new QuestionLeft(left.signal.reason)
  } finally {
    clearInterval(news)
    abort.signal.removeEventListener('abort', interrupted)
    reader.close()
    screen.go()
  }
}

async function reply(
  gate: GateState,
  reader: Interface,
  signal: AbortSignal,
): Promise<{ answer: string; text: string | null }> {
  const wantsText = gate.choices.includes('answer')
  const prompt = wantsText ? 'Answer' : menu(gate.choices)
  for (;;) {
    const said = (await reader.question(`  ${prompt}: `, { signal })).trim()
    if (wantsText && said) return { answer: 'answer', text: said }
    if (wantsText) continue
    const taken = choiceOf(gate.choices, said)
    if (taken !== null) return { answer: taken, text: null }
  }
}

/** `[y]es or [n]o`: the letter in brackets is enough. */
function menu(choices: string[]): string {
  const shown = choices.map((choice) => `[${choice[0]}]${choice.slice(1)}`)
  return [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' or ')
}

/** The word itself, or its first letter. */
export function choiceOf(choices: string[], said: string): string | null {
  const word = said.trim().toLowerCase()
  return choices.find((choice) => word === choice || word === choice[0]) ?? null
}
