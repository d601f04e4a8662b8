import { callOf, inRow, type Port, resultOf, rounds } from './port.ts'

const CHUNK = 50

/** Any round of one to five calls, five times; or one piece of 50 characters ten times, near to each other. */
export const geminiCli: Port = {
  tool: 'gemini-cli',
  rule: 'a round of 1–5 equal calls ×5 · a 50-character chunk ×10 (its judge from turn 30 is left out)',
  open: () => {
    const calls: string[] = []
    return (step) => {
      calls.push(callOf(step))
      if (calls.length > 32) calls.shift()
      const round = [1, 2, 3, 4, 5].some((period) => rounds(calls, period) >= 5)
      return round || chants(step.thought) ? 'halt' : null
    }
  },
}

/** The same chunk ten times, on average no further apart than one and a half chunks. */
export function chants(text: string): boolean {
  if (text.length < CHUNK + 9) return false
  const places = new Map<string, number[]>()
  for (let at = 0; at + CHUNK <= text.length; at++) {
    const chunk = text.slice(at, at + CHUNK)
    const seen = [...(places.get(chunk) ?? []), at].slice(-10)
    places.set(chunk, seen)
    if (seen.length === 10 && (at - seen[0]!) / 9 <= CHUNK * 1.5) return true
  }
  return false
}

/** It asks its user: by itself it ends nothing. */
export const opencode: Port = {
  tool: 'opencode',
  rule: 'the last 3 parts are the same tool with the same input: ask',
  open: inRowPort({ halt: 3 }),
}

export const roo: Port = {
  tool: 'Roo',
  rule: 'the 4th equal call in a row is blocked',
  open: inRowPort({ halt: 4 }),
}

export const cline: Port = {
  tool: 'Cline',
  rule: 'equal calls in a row: warned at 3, stopped at 5',
  open: inRowPort({ nudge: 3, halt: 5 }),
}

function inRowPort({ nudge = Infinity, halt }: { nudge?: number; halt: number }): Port['open'] {
  return () => {
    const calls: string[] = []
    return (step) => {
      calls.push(callOf(step))
      if (calls.length > halt) calls.shift()
      const times = inRow(calls)
      return times >= halt ? 'halt' : times >= nudge ? 'nudge' : null
    }
  }
}

export const crush: Port = {
  tool: 'Crush',
  rule: 'the same call with the same output more than 5 times in the last 10 steps',
  open: () => {
    const last: string[] = []
    return (step) => {
      last.push(`${callOf(step)} ${resultOf(step)}`)
      if (last.length > 10) last.shift()
      return last.filter((each) => each === last.at(-1)).length > 5 ? 'halt' : null
    }
  },
}
