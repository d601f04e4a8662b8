import type { Spent } from '../import/importer.ts'
import type { Price } from '../policy/prices.ts'
import { costOf } from '../policy/prices-lookup.ts'
import type { Step } from '../steps/step.ts'
import type { Amount, RunSpend } from './diagnosed-run.ts'

/** How far the meter stood at some moment. */
export interface Reading {
  told: { known: Tokens; usd: number }
  guessed: Tokens
}

interface Tokens {
  input: number
  cached: number
  output: number
}

/** Roughly: English and code. */
const CHARS_A_TOKEN = 4
const CHARS_A_LINE = 40

/** Counts what the transcript says, and beside it what the sizes suggest: which of them holds is clear at the end. */
export function createMeter() {
  const known = zero()
  const guessed = zero()
  let usd = 0
  /** Of the whole run, told without tokens. */
  let whole = 0
  let says = { tokens: false, usd: false }
  let context = 0
  /** A request is told of with its last word, or only once its calls have come back: then a reading waits for it. */
  let isLate: boolean | null = null
  let waiting: Reading['told'] | null = null
  return {
    spend: (spent: Spent) => {
      says = {
        tokens: says.tokens || spent.input !== null || spent.output !== null,
        usd: says.usd || spent.usd !== null,
      }
      known.input += spent.input ?? 0
      known.cached += spent.cached ?? 0
      known.output += spent.output ?? 0
      if (spent.input === null && spent.output === null) whole += spent.usd ?? 0
      else usd += spent.usd ?? 0
      if (waiting) Object.assign(waiting, { known: { ...known }, usd })
      waiting = null
    },
    /** One request a step, which sends again all that was said and shown before it. */
    step: (step: Step) => {
      isLate ??= !says.tokens
      const said = saidIn(step)
      guessed.input += context
      guessed.cached += context
      guessed.output += said
      context += said + (step.observation?.bytes ?? 0) / CHARS_A_TOKEN
    },
    read: (): Reading => {
      const told = waiting ?? { known: { ...known }, usd }
      if (isLate) waiting = told
      return { told, guessed: { ...guessed } }
    },
    /** From one reading to another, as amounts. `price`: the model's, where one is known. Asked at the end. */
    between: (from: Reading | null, to: Reading, price: Price | null): Amount => {
      const all = says.tokens ? known : guessed
      const tokens = says.tokens ? minus(to.told.known, from?.told.known) : minus(to.guessed, from?.guessed)
      const counted = price ? (each: Tokens) => priced(each, price) : sizeOf
      const share = counted(all) > 0 ? counted(tokens) / counted(all) : 1
      const own = to.told.usd - (from?.told.usd ?? 0) + whole * share
      return {
        tokens: Math.round(sizeOf(tokens)),
        usd: says.usd ? own : price && priced(tokens, price),
      }
    },
    sources: (price: Price | null): Pick<RunSpend, 'tokens_from' | 'usd_from'> => ({
      tokens_from: says.tokens ? 'transcript' : 'estimate',
      usd_from: says.usd ? 'transcript' : price ? 'prices' : 'unknown',
    }),
  }
}

export type Meter = ReturnType<typeof createMeter>

function zero(): Tokens {
  return { input: 0, cached: 0, output: 0 }
}

function minus(to: Tokens, from: Tokens = zero()): Tokens {
  return { input: to.input - from.input, cached: to.cached - from.cached, output: to.output - from.output }
}

/** An edit's own text is not kept with the step; its lines are, where the call says them. */
function saidIn({ thought, arguments: call, edit }: Step): number {
  const lines = edit?.lines ? edit.lines.added + edit.lines.removed : 0
  const chars = thought.length + (call?.command?.length ?? 0) + lines * CHARS_A_LINE
  return chars / CHARS_A_TOKEN
}

function sizeOf({ input, output }: Tokens): number {
  return input + output
}

function priced({ input, cached, output }: Tokens, price: Price): number {
  return costOf(price, { input, output, cacheRead: cached, cacheWrite: 0 }, 'call')
}
