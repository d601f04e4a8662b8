/** What the scripted model says, told once for all protocols and all agents. */

export interface Tokens {
  input: number
  output: number
}

interface Timing {
  /** Before the first byte. */
  delayMs?: number
  /** What is done meanwhile; the answer waits for it. */
  after?: () => Promise<unknown>
  usage?: Tokens
  /** How many requests in a row get this turn; 1 by default. The last turn of a role answers all that follow. */
  times?: number
}

export type Deed =
  | { tool: 'shell'; command: string }
  | { tool: 'read'; path: string }
  /** A new file; agents refuse to overwrite what they have not read. */
  | { tool: 'write'; path: string; content: string }

export type Turn = Timing &
  (
    | { text: string }
    | Deed
    | { status: number; headers?: Record<string, string>; body?: unknown }
    /** The connection breaks in the middle of an answer. */
    | { disconnect: true }
    /** A line of the stream is not what the protocol allows; the rest of the answer comes after it. */
    | { malformed: true; text: string }
  )

/** By role title, as in the prompt's first line; `anyone` is for requests that name no role. */
export type Script = Record<string, Turn[]>

export const ANYONE = 'anyone'

/** A tool as the agent offers it. */
export interface OfferedTool {
  name: string
  /** Names of its parameters; empty for a tool that takes free text. */
  parameters: string[]
  freeform: boolean
}

/** A request, in words that all protocols share. */
export interface Asked {
  model: string
  stream: boolean
  tools: OfferedTool[]
  /** The text of every message, oldest first: what was said, called and answered. */
  messages: string[]
  /** The system prompt. */
  setting: string
  /** The client wants to be told the usage of a stream. */
  wantsUsage: boolean
}

interface ToolCall {
  id: string
  name: string
  /** Arguments by name, or the text of a freeform tool. */
  input: Record<string, unknown> | string
}

/** What goes back in the protocol's own form. */
export interface Answer {
  id: string
  model: string
  text: string
  call: ToolCall | null
  usage: Tokens
}

/** Pieces of a stream, in order; a disconnect sends only the first, a malformed answer has one spoilt. */
export interface Protocol {
  name: string
  read(body: unknown, path: string): Asked
  stream(answer: Answer, asked: Asked): string[]
  whole(answer: Answer): unknown
  error(status: number): unknown
}
