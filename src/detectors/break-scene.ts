import type { Convergence } from '../core/convergence.ts'

/** A run, or a sprint, at the moment somebody asks whether it should be halted. */
export interface BreakScene {
  /** Calls of agents that failed or timed out since the last one that worked. A limit is waited for and is none. */
  agentFailures: Failure[]
  /** Tasks of a sprint that failed since the last one that did not. */
  taskFailures: Failure[]
  /** What rules saw in the present cycle, once for each time. */
  shadows: { shadow: string; evidence: string }[]
  /** How the user's checks after landing went; `null`: nothing has landed, or there are none. */
  afterMerge: { ok: boolean; aborts: boolean; reason: string } | null
  /** Findings that were there two cycles ago, were gone in the last one, and are back. */
  oscillating: string[]
  /** How each cycle from the second on compares with the one before it, the present one last. */
  convergence: Pick<Convergence, 'score' | 'counts'>[]
  /** CRITICAL and WARNING that count, of the reviewers that both cycles had; `null`: there is no cycle before. */
  counted: { before: number; now: number; reviewers: string[] } | null
}

interface Failure {
  /** A step, or a task. */
  what: string
  why: string
}

/** Nothing is wrong. A scene says only what differs. */
export const CALM: BreakScene = {
  agentFailures: [],
  taskFailures: [],
  shadows: [],
  afterMerge: null,
  oscillating: [],
  convergence: [],
  counted: null,
}
