import type { DetectorSettings } from '../detectors/settings.ts'
import type { Step } from '../steps/step.ts'
import type { Calibration } from './model-data.ts'

/** `nudge`: the agent is told. `halt`: the call is ended, and the breaker opens. */
export type Tier = 'nudge' | 'halt'

/** A rule, or the model, saw at a step of an agent's that its work gets nowhere. Each rule says so once for each tier. */
export interface Detection {
  detector: string
  tier: Tier
  /** The `index` of the agent step. */
  at: number
  /** Share of the budget that was used by then; `null`: no budget is known. */
  share: number | null
  /** The model's; `null`: a rule's. */
  probability: number | null
  evidence: string[]
}

/** A probability with what speaks for it most, in words. */
export interface Estimate {
  probability: number
  reasons: string[]
  /** `false`: not calibrated for this agent, so nothing is done about it. */
  calibrated: boolean
}

/** What the supervisor verified itself; `null`: not verified. It is kept apart from what the trace alone says. */
export interface Verified {
  /** Its own checks after the last change. */
  checks: 'green' | 'red' | null
  /** The change's own tests were red on the old code and are green now. */
  proof: boolean | null
  /** The change touches what the task names. */
  onTask: boolean | null
  /** The change weakens tests. */
  weakened: boolean | null
}

export interface Watch {
  /** Pure of clocks: `share` comes with the step. */
  add(step: Step, share: number | null): Detection[]
  /** At the last step so far; `null` before the first, or where no budget is known. */
  stagnation(): Estimate | null
  /** Were it to say now that it is finished: the probability that it is wrong, by the trace alone and with what was verified. */
  falseCompletion(verified: Verified | null): { trace: Estimate; verified: Estimate | null } | null
  /** The agent step whose state of the work is the best so far, not the last one; `null`: nothing was changed yet. `checked`: its checks were green. */
  best(): { step: number; why: string; checked: boolean } | null
  /** What `calibrate` needs of a run that has ended; `null` as above. `pressure`: the most there was before the last step. */
  sample(): { score: number; pressure: number } | null
}

export interface WatchSettings {
  /** Its name, for the calibration. */
  agent: string | null
  /** In the words it was given, so that a change can be held against what it names. */
  task: string | null
  detectors: DetectorSettings
  /** The task is declared research: it changes no file. */
  research?: boolean
  /** From the user's own history; goes before the shipped one of the same agent. */
  calibration?: Calibration | null
  /** What the history of such tasks adds to the logarithm of the odds. It moves the probability, not the limits. */
  prior?: number
}
