import type { Severity } from '../../core/events.ts'
import type { NextStep } from '../next-steps.ts'
import type { LastAttempt } from './shown-work.ts'

/** What every form of a report shows of a run. Plain data, bounded: a log of any length makes a page that opens. */
export interface RunFacts {
  run_id: string
  task: string
  strategy: string
  workflow: string
  domain: string
  agents: string[]
  sandbox: string
  base: string
  target: string
  /** `null`: a live session, whose work is in the user's own tree, or a change that is only reviewed. */
  branch: string | null
  session: string | null
  /** Which change it is that was only reviewed. */
  reviewed: string | null
  merged: string
  /** ISO instants: of the first event and of the last. */
  began: string
  last: string
  took_ms: number
  /** Of it, time in which nobody worked. */
  waited_ms: number
  events: number
  /** Why the rest of the log could not be read, `words` as a sentence; `null`: all of it was. */
  damage: { line: number; problem: string; newer: boolean; words: string } | null
  outcome: Outcome
  /** Of a dry run. */
  plan: [string, string][]
  spans: Bounded<Span>
  spend: SpendFacts
  findings: FindingFacts
  breaker: BreakerFacts
  signals: Bounded<SignalRow>
  verification: Bounded<CheckRow>
  /** What the tests of the change show on the old code. */
  proof: string | null
  /** How likely it is that the work is not finished, in words; `null`: the log does not have it. */
  completion: string | null
  changes: ChangeFacts | null
  gates: Bounded<GateRow>
  limits: string[]
  rescues: Bounded<{ ref: string; files: number; reason: string }>
  decisions: Bounded<DecisionRow>
  lessons: LessonFacts
  /** The user's own rules that broke. */
  switched_off: { rule: string; how: string }[]
  graph: GraphFacts
}

/** A list that was cut: how many are missing between its first part and its last. */
export interface Bounded<T> {
  items: T[]
  left_out: number
  /** The missing ones come after so many items. */
  gap_after: number
}

export type Mark = 'good' | 'bad' | 'wait' | 'live'

export interface Outcome {
  status: string
  mark: Mark
  exit_code: number | null
  /** Nobody has ended it, and it was not stopped. */
  live: boolean
  reason: string
  landed: string
  proof: string[]
  cost: string
  open: string[]
  waits: { question: string; evidence: string[]; commands: string[] } | null
  next: NextStep[]
}

type Tone = 'plain' | 'good' | 'bad' | 'ask'

/** Something that took time: a call of an agent, checks of the supervisor's, a question to a person. */
export interface Span {
  kind: 'call' | 'check' | 'gate'
  seq: number
  /** The step, the kind of check, the gate. */
  id: string
  attempt: number | null
  role: string | null
  title: string
  agent: string | null
  model: string | null
  cycle: number
  start_ms: number
  /** `null`: it is under way. */
  end_ms: number | null
  outcome: string
  result: string
  tone: Tone
  did: string
  usd: number | null
  tokens: number | null
}

export interface Share {
  name: string
  calls: number
  usd: number
  tokens: number
  unknown_calls: number
  ms: number
}

/** Sums so far at one moment, in the order of the names. */
export interface SpendPoint {
  at_ms: number
  usd: number[]
  tokens: number[]
}

export interface Spending {
  shares: Share[]
  points: SpendPoint[]
}

export interface SpendFacts {
  text: string
  usd: number
  tokens: number
  unknown_calls: number
  estimated_usd: number
  by_role: Spending
  by_model: Spending
}

type Fate = 'NEW' | 'RESOLVED' | 'PERSISTENT' | 'REGRESSED'

export interface FindingRow {
  id: string
  place: string
  severity: Severity
  category: string
  description: string
  fix: string
  by: string
  /** Against the cycle before; `null`: there is none, or it is only told. */
  fate: Fate | null
}

export interface FindingCycle {
  cycle: number
  critical: number
  warning: number
  info: number
  findings: FindingRow[]
  left_out: number
  fates: { new: number; resolved: number; persistent: number; regressed: number } | null
  convergence: string | null
  checks: 'green' | 'red' | null
}

export interface FindingFacts {
  /** What is counted: cycles of PDCA, passes of the loop, rounds of the pipeline. */
  unit: 'cycle' | 'pass' | 'round'
  cycles: FindingCycle[]
  left_out: number
}

type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN'

export interface BreakerMove {
  at_ms: number
  from: BreakerState
  to: BreakerState
  pass: number
  reason: string
  evidence: string[]
  signals: string[]
}

export interface PassRow {
  pass: number
  at_ms: number
  check: 'green' | 'red'
  review: string | null
  found: number
  fixed: number
  words: string
}

export interface BreakerFacts {
  state: BreakerState
  moves: Bounded<BreakerMove>
  passes: Bounded<PassRow>
}

export interface SignalRow {
  at_ms: number
  what: string
  where: string
  seen: string
  done: string
}

export interface CheckRow {
  what: string
  command: string
  result: string
  /** As it should be: green, but for tests that have to fail there. */
  good: boolean
  ms: number
  output: string
}

export interface ChangeFacts {
  head: string
  commits: number
  added: number
  deleted: number
  files: { path: string; change: string; added: number; deleted: number; test: boolean }[]
  more_files: number
  took_along: string[]
  /** What the workspace had that no plain clone has. */
  oddities: string[]
  /** Where the branch shows an earlier attempt, and this is about that one. */
  last_attempt: LastAttempt | null
}

export interface GateRow {
  kind: string
  question: string
  answer: string
  by: string
}

export interface DecisionRow {
  at_ms: number
  what: string
  chosen: string
  why: string
  instead_of: string[]
}

/** Of earlier runs: what this one was told, and what of it was mended once and is back. */
export interface LessonFacts {
  told: { id: string; kind: string; text: string; why: string; met: string }[]
  back: { id: string; text: string; mended_by: string; now: string }[]
}

export interface GraphNode {
  seq: number
  at_ms: number
  type: string
  /** Which lane it is in: an index of `lanes`. */
  lane: number
  words: string
  tone: Tone
  /** The shown events that it follows from. */
  parents: number[]
}

export interface GraphFacts {
  lanes: string[]
  nodes: GraphNode[]
  /** The missing ones come after so many nodes. */
  gap_after: number
  left_out: { type: string; count: number }[]
}
