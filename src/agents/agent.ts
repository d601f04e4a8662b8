import type { Usage } from '../core/events.ts'
import type { Leave, Operation } from '../policy/destructive/operation.ts'
import type { ProcessResult } from '../runtime/supervise.ts'
import type { MeterHook } from './meter-seams.ts'

/** An adapter is pure: it says how to start a program and how to read its stream. `runtime/supervise.ts` runs it. */
export interface Agent {
  name: string
  /** What the screen shows. */
  label: string
  /** Names, or beginnings such as `NAME_*`, that the program needs from the user's environment. */
  envNames: string[]
  /** More names, needed only when the user has set the variable `when`. */
  envNamesWhen?: { when: string; names: string[] }[]
  capabilities: Capabilities
  find(path: string): Promise<Found>
  launch(request: AgentRequest, found: FoundAgent): Launch
  /** One call's own: a dialogue knows from the request what to say. */
  reader(request: AgentRequest): StreamReader
  /** Why there is no result, when no `result` event came. `null`: the supervisor itself ended the process. */
  failureOf(result: ProcessResult): AgentFailure | null
  /** What the program wrote down about the call, where that is more exact than its stream. Read once, at the end. */
  record?(call: EndedCall): Promise<OwnRecord | null>
  /** Whether the user is logged in, as far as that can be told without asking anybody. */
  account?(world: AccountWorld): Account
  /** How its requests to the model are led through wiggum's meter. Absent: they cannot be. */
  meter?: MeterHook
  /** For a sandbox: folders of its own state, relative to the home folder or `$NAME` for one that a variable names. It may write them. */
  stateDirs?: string[]
  /** What lies in those folders and must stay as it is: settings and instructions that its next start would obey. */
  stateGuarded?: string[]
  /** Files of its state, relative to the home folder: in a sandbox it gets a copy. */
  stateFiles?: string[]
  /** Files of the user's that it reads, wherever they are. */
  reads?: string[]
}

export interface EndedCall {
  session: string
  /** The environment the program had. */
  env: Readonly<Record<string, string>>
  /** When it was started, in milliseconds since 1970. */
  began: number
  /** As its stream had it. */
  failure: AgentFailure | null
}

/** What is `null` here is as the stream said. */
export interface OwnRecord {
  /** Only a call that failed by its stream takes this over. */
  failure: AgentFailure | null
  usage: Usage | null
  /** Which model it was, where the stream does not say. */
  model?: string | null
  /** How full the model's context was at the end, in tokens. */
  context?: { used: number; size: number | null } | null
}

export interface AccountWorld {
  env: Readonly<Record<string, string | undefined>>
  exists(path: string): boolean
  /** A small file's text; `null` if it is not there. */
  read?(path: string): string | null
}

export interface Account {
  state: 'yes' | 'no' | 'unknown'
  /** Where the login was found, or how to log in. */
  how: string
}

/** What the agent can do. The rest of wiggum adapts: what it cannot report is unknown, never zero. */
export interface Capabilities {
  /** Continues a conversation by its session id. */
  resume: boolean
  usage: boolean
  cost: boolean
  /** Stops by itself at a sum of money. */
  budget: boolean
  model: boolean
  effort: boolean
}

export interface AgentRequest {
  role: string
  prompt: string
  model: string | null
  effort: string | null
  workspace: string
  /** What the agent writes is kept. Otherwise it may read, and run what only reads or tests. */
  writes: boolean
  /** The run's sandbox is around the program: one of its own would not start inside. */
  boxed?: boolean
  /** What it may do beyond its workspace; the rest is refused while it runs, and asked about afterwards. */
  leave?: Leave
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
  /** Its standard input stays open, for what the reader says in `say` events, until a `hang-up`. */
  dialogue?: boolean
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
  | { kind: 'thought'; text: string }
  /** `helper`: a helper of the agent's made it, and the agent itself did not. */
  | { kind: 'tool-call'; id: string; name: string; input: unknown; helper?: true }
  /** `exitCode`: of a command, where the stream has it as a figure of its own. */
  | { kind: 'tool-result'; id: string; isError: boolean; text: string; exitCode?: number | null }
  | { kind: 'retry'; status: number | null; reason: string; delayMs: number | null }
  | { kind: 'limit'; resetAt: string | null; reason: string }
  | { kind: 'denial'; tool: string }
  /** The agent asked, and this is what the policy answered. */
  | { kind: 'permission'; tool: string; allowed: boolean }
  /** It wanted to do something beyond its workspace. */
  | { kind: 'asked'; operation: Operation; allowed: boolean }
  /** The whole call so far, for the screen and the budget while it runs. The result's figures replace it. */
  | { kind: 'usage'; usage: Usage }
  /** How full the model's context is, in tokens. */
  | { kind: 'context'; used: number; size: number | null }
  /** A line for the agent's standard input; only in a dialogue. */
  | { kind: 'say'; line: string }
  | { kind: 'hang-up' }
  | { kind: 'result'; text: string; ok: boolean; failure: AgentFailure | null; usage: Usage }

export interface AgentFailure {
  cause:
    | 'authentication'
    | 'limit'
    | 'overload'
    | 'connection'
    | 'context'
    | 'refusal'
    | 'max-turns'
    | 'budget'
    | 'model'
    | 'error'
    | 'no-result'
    | 'crash'
    | 'output'
    /** The supervisor ended it. */
    | 'stagnation'
  message: string
  /** The instant a limit ends, where the agent said it. */
  retryAt: string | null
}

/** Tolerant: a line that is not JSON, or of a kind it does not know, yields nothing. */
export interface StreamReader {
  line(text: string): AgentEvent[]
  /** The program has ended: what was held back until it was clear that nothing follows. */
  end?(): AgentEvent[]
}
