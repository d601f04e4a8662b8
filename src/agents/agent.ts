import type { Usage } from '../core/events.ts'
import type { ProcessResult } from '../runtime/supervise.ts'

/** An adapter is pure: it says how to start a program and how to read its stream. `runtime/supervise.ts` runs it. */
export interface Agent {
  name: string
  /** What the screen shows. */
  label: string
  /** Names, or beginnings such as `NAME_*`, that the program needs from the user's environment. */
  envNames: string[]
  /** More names, needed only when the user has set the variable `when`. */
  envNamesWhen?: { when: string; names: string[] }[]
  capabilities: { resume: boolean; usage: boolean; cost: boolean; budget: boolean }
  find(path: string): Promise<Found>
  launch(request: AgentRequest, found: FoundAgent): Launch
  reader(): StreamReader
  /** Why there is no result, when no `result` event came. `null`: the supervisor itself ended the process. */
  failureOf(result: ProcessResult): AgentFailure | null
}

export interface AgentRequest {
  role: string
  prompt: string
  model: string | null
  workspace: string
  /** What the agent writes is kept. Otherwise it may read, and run what only reads or tests. */
  writes: boolean
  resumeSession: string | null
  maxBudgetUsd: number | null
  /** The allow-listed environment, already with WIGGUM_*. */
  env: Record<string, string>
}

export interface Launch {
  file: string
  args: string[]
  env: Record<string, string>
  stdin: string | null
}

export interface FoundAgent {
  ok: true
  file: string
  version: string | null
}

export type Found = FoundAgent | { ok: false; problem: string; fix: string }

export type AgentEvent =
  | { kind: 'session'; id: string; model: string | null; version: string | null }
  | { kind: 'text'; text: string }
  | { kind: 'tool-call'; id: string; name: string; input: unknown }
  | { kind: 'tool-result'; id: string; isError: boolean; text: string }
  | { kind: 'retry'; status: number | null; reason: string; delayMs: number | null }
  | { kind: 'limit'; resetAt: string | null; reason: string }
  | { kind: 'denial'; tool: string }
  | { kind: 'result'; text: string; ok: boolean; failure: AgentFailure | null; usage: Usage }

export interface AgentFailure {
  cause: 'authentication' | 'limit' | 'overload' | 'max-turns' | 'error' | 'no-result' | 'crash' | 'output'
  message: string
  /** The instant a limit ends, where the agent said it. */
  retryAt: string | null
}

/** Tolerant: a line that is not JSON, or of a kind it does not know, yields nothing. */
export interface StreamReader {
  line(text: string): AgentEvent[]
}
