import { ANYONE, type Asked, type Script, type Tokens, type Turn } from './script.ts'

/** Who is speaking, and what comes next for them. */
export interface Cast {
  roleOf(messages: string[]): string
  next(role: string): { turn: Turn; index: number }
}

const TITLE = /# You are the ([A-Z][\w-]*)/

export function castOf(script: Script): Cast {
  const taken = new Map<string, number>()
  return {
    roleOf: (messages) => {
      const title = messages.map((message) => TITLE.exec(message)?.[1]).find(Boolean)
      return title && script[title] ? title : ANYONE
    },
    next: (role) => {
      const count = taken.get(role) ?? 0
      taken.set(role, count + 1)
      const turns = (script[role] ?? []).flatMap((turn) =>
        Array.from({ length: turn.times ?? 1 }, () => turn),
      )
      const index = Math.min(count, turns.length - 1)
      const turn = turns[index]
      if (!turn) throw new Error(`the script has no turns for ${role}`)
      return { turn, index }
    },
  }
}

/** Questions an agent asks for itself, with its tools at hand: what to remember, what the user may type next. */
const ASIDES = [/managed memory extraction subagent/, /^user\ntext\n\[SUGGESTION MODE/]
/** Claude Code, before it forgets the details of a conversation. What its hooks said may come after it. */
const SUMMARY = /Your task is to create a detailed summary/

/** Titles, summaries and the like are no part of the conversation, and get an answer beside the script. */
export function isAside({ tools, messages }: Asked): boolean {
  const ends = [messages[0] ?? '', messages.at(-1) ?? '']
  if (messages.slice(-2).some((text) => SUMMARY.test(text))) return true
  return tools.length === 0 || ASIDES.some((shape) => ends.some((text) => shape.test(text)))
}

/** Figures that differ from request to request, so that a sum cannot be right by chance. */
export function tokensOf(turn: Turn | null, number: number): Tokens {
  return turn?.usage ?? { input: 1000 + number * 13, output: 100 + number * 7 }
}
