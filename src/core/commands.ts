import type { Contract, Draft, EventData, GateKind } from './events.ts'
import type { StepIdentity } from './identity.ts'

/** What `decide` asks for. Data only; `perform` does it. The key names the effect, so that it is never done twice at once. */
export type Command =
  | { do: 'record'; key: string; event: Draft }
  | { do: 'agent'; key: string; call: AgentCall }
  | { do: 'adopt'; key: string }
  /** The change under review, as git has it. */
  | { do: 'take-change'; key: string }
  | { do: 'collect'; key: string; step: string; attempt: number; start: string }
  | { do: 'judge'; key: string; step: string }
  | { do: 'own-detectors'; key: string; step: string; attempt: number; ask: string[] }
  | { do: 'inspect'; key: string; head: string }
  /** `defended`: files that the agent was told about, and says the task needs. */
  | { do: 'survey-change'; key: string; head: string; todos: Contract['todos']; defended: string[] }
  | { do: 'verify'; key: string; kind: VerifyKind; commit: string; subject: string; head: string | null }
  | { do: 'build-merge'; key: string; head: string }
  | { do: 'hook'; key: string; point: string; commit: string }
  | { do: 'revert'; key: string; commit: string; previous: string; reason: string }
  /** `proof`: what the checks showed, for the commit's message; `null`: nothing was verified. */
  | { do: 'land'; key: string; commit: string; previous: string; proof: string | null }
  | {
      do: 'open-gate'
      key: string
      gate: string
      kind: GateKind
      question: string
      choices: string[]
      evidence: string[]
    }
  /** A task for a later run, put into the queue; what came of it is the correction for that signal. */
  | { do: 'queue-task'; key: string; signal: string; shadow: string; task: string }
  | { do: 'checkpoint'; key: string; trigger: EventData['policy.checkpoint']['trigger']; why: string }
  | { do: 'notify'; key: string; channel: EventData['notification.sent']['channel']; pass: number }
  | { do: 'context-checkpoint'; key: string; data: EventData['context.checkpoint'] }
  /** `start`: the commit that the pass began at. */
  | { do: 'end-pass'; key: string; data: EventData['pass.complete']; start: string }
  | { do: 'close-cycle'; key: string; boundary: EventData['cycle.boundary']; feedback: string }
  | { do: 'finish'; key: string; ending: Ending }

export type VerifyKind = EventData['verify.complete']['kind']

export interface AgentCall {
  role: string
  /** Its name, made from what it is. */
  step: string
  identity: StepIdentity
  attempt: number
  phase: 'plan' | 'do' | 'check' | 'act'
  /** The commit the agent's tree shows. */
  head: string
  /** The change a reviewer is asked about; its verdict counts for that one alone. */
  about: string | null
  /** Whether what it writes is kept (Maker) or thrown away (everyone else). */
  writes: boolean
  /** Stopped after this many minutes, if sooner than the general limit. */
  minutes: number | null
  /** Mini-Reflect comes first: nobody explored. */
  reflects: boolean
  /** Extra instruction for this call only: a targeted fix, a second asking. */
  note: string | null
  /** What was wrong with its last attempt, and what to do about it. */
  corrects: string | null
  /** Which agent plays it, as the configuration names it. */
  agent: string
  /** The conversation to go on with, in the tree as it is; `null`: a fresh one in a fresh tree. */
  continues: string | null
  /** The step whose answer a judge is asked about. */
  examines?: string
}

export interface Ending {
  status: string
  exit_code: number
  reason: string
  /** Where the run's branch should point at the end, if not where it does. */
  head: string | null
}

export interface Decision {
  commands: Command[]
  /** When to decide again even if nothing happens (a limit's reset). ISO instant. */
  wakeAt: string | null
  /** What is waited for until then, in words. */
  why: string | null
}
