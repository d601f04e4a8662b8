import type { ImportedEnd } from '../import/importer.ts'
import type { Estimate, Tier } from '../trace/watch.ts'

/** Tokens, and money where anybody knows it. */
export interface Amount {
  tokens: number
  usd: number | null
}

export interface RunSpend {
  total: Amount
  /** Up to the agent step with which progress stopped, and after it. */
  before: Amount
  after: Amount
  /** `estimate`: from the sizes of what was said and shown. */
  tokens_from: 'transcript' | 'estimate'
  usd_from: 'transcript' | 'prices' | 'unknown'
}

/** What moves work forward, by facts. */
export type ForwardKind = 'edit' | 'test' | 'read' | 'todo'

export interface Stopped {
  /** The last agent step that moved the work forward, from 1; 0: none did. */
  step: number
  kind: ForwardKind | null
  why: string
  /** Agent steps that moved it forward, and those after the last of them. */
  forward: number
  after: number
  /** Of the budget, if one is known. */
  share: number | null
}

/** What a rule or the model saw. `step` from 1. */
export interface DiagnosedDetection {
  detector: string
  tier: Tier
  step: number
  share: number | null
  probability: number | null
  evidence: string[]
}

export interface WouldHalt {
  step: number
  detector: string
  /** What came after it. */
  saved: Amount
  /** The state of the work that wiggum would have handed back; `null`: nothing was changed until then. */
  best: { step: number; why: string } | null
}

export interface Budget {
  steps: number | null
  from: 'transcript' | 'flag' | 'unknown'
}

/** All that is told of one run. Agent steps are counted from 1 here, as people do. What is not known is `null`. */
export interface DiagnosedRun {
  id: string
  file: string
  agent: string | null
  model: string | null
  project: string | null
  task: string | null
  began: string | null
  ended: string | null
  outcome: 'resolved' | 'failed' | 'unknown'
  ending: ImportedEnd
  steps: number
  /** One letter an agent step, see `TRAIL`; of a long run only so many. */
  trail: string
  budget: Budget
  stopped: Stopped
  detections: DiagnosedDetection[]
  spend: RunSpend
  /** Where the agent said that it is done: how likely that is wrong, by the trace alone. */
  false_completion: Estimate | null
  /** At its last agent step. */
  stagnation: Estimate | null
  would: { nudge: { step: number; detector: string } | null; halt: WouldHalt | null }
}
