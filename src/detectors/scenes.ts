import type { ChangedFile, Contract, EventData, Finding, Measures, StepTally } from '../core/events.ts'

/** What rules look at: plain data, made from the log by `core/scenes/`. */

/** One step that has ended, and what stood around it. */
export interface StepScene {
  role: string
  step: string
  cycle: number
  task: string
  /** Files the user named. */
  taskFiles: string[]
  domain: EventData['run.start']['domain']
  workflow: string
  contract: Contract
  /** What its final message is like; `null` in logs that do not say it. */
  measures: Measures | null
  /** What it did, in figures; `null` where its stream does not tell. */
  work: StepTally | null
  /** The cycle's plan, as the Creator gave it. */
  plan: { contract: Contract; measures: Measures | null } | null
  /** What the Maker changed; for the Maker and for whoever reviews it. */
  change: Change | null
  review: SceneReview | null
  /** Verdicts of the same role earlier in this run, since it was last replaced, oldest first. */
  verdictsBefore: SceneReview['verdict'][]
  /** Files that earlier plans of this run list, and those that its findings are about. */
  alsoInScope: string[]
  /** The supervisor has checks of its own to run. */
  verifies: boolean
}

export interface Change {
  /** Since the base. */
  files: ChangedFile[]
  /** Paths that this step touched. */
  touched: string[]
  commits: number
  /** The step began at the base: its commits are all there are. */
  fromBase: boolean
  /** One of the commits is the supervisor's: the Maker left work uncommitted. */
  tookAlong: boolean
  added: number
  deleted: number
}

export interface SceneReview {
  verdict: 'APPROVED' | 'REJECTED' | 'NONE'
  findings: SceneFinding[]
}

export interface SceneFinding extends Finding {
  /** Its severity counts: evidence was found to hold. */
  counts: boolean
  /** What the supervisor saw about it; `null` in logs that do not say it. */
  facts: NonNullable<EventData['review.verdict']['facts']>[number] | null
}
