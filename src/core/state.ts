import type { FailureCause } from '../policy/failures.ts'
import type { Alert } from './alerts.ts'
import type { Spend } from './budget.ts'
import type {
  Asked,
  Contract,
  EventData,
  Finding,
  GateKind,
  Measures,
  Outlook,
  Phase,
  StepTally,
  WindowUse,
} from './events.ts'
import type { StepIdentity } from './identity.ts'
import type { Trail } from './parents.ts'

/** In place of an agent's name: the step was taken over from another run. */
export const ADOPTED = 'adopted'

/** What the log says so far. Built only by `applyEvent`; read by `decide`, the screen and the report. */
export interface RunState {
  runId: string
  seq: number
  trail: Trail
  startedAt: string | null
  lastAt: string | null
  start: EventData['run.start'] | null
  ended: EventData['run.complete'] | null
  endedAt: string | null
  resumes: number
  interrupted: string | null
  phase: Phase | null
  cycle: number
  maxCycles: number
  workflow: string
  /** Takes effect with the next cycle. */
  nextWorkflow: string | null
  escalated: boolean
  /** The cycle in which a plan that was not complete made the workflow more thorough. */
  upgradedIn: number | null
  /** The cycle in which the Guardian alone was enough, by rule A2. */
  fastPathIn: number | null
  /** Keys of the warnings about changes without a test. */
  warnings: string[]
  /** Ended cycles, oldest first. */
  history: EventData['cycle.boundary'][]
  /** 1, and one more for every targeted fix. */
  round: number
  maxRounds: number
  /** Ended passes of the loop, oldest first. */
  passes: EventData['pass.complete'][]
  /** Every pass so far in figures, whatever the strategy; see `fold-passes.ts`. */
  figures: PassFigures[]
  /** How long nobody worked: it waited for a person, was stopped, or the machine slept. */
  waitedMs: number
  /** What of it was sleep: when it was told, and how much had not been told before. */
  sleeps: { at: string; ms: number }[]
  /** Checkpoints of the loop, oldest first. */
  contexts: EventData['context.checkpoint'][]
  /** For how many minutes the run had been at work when the last of them was made. */
  contextMinutes: number
  /** For how many minutes the run had been at work when the loop was last given as much time again. */
  timeFrom: number
  breaker: Breaker
  /** Head → what its change is made of. */
  surveys: Record<string, EventData['change.surveyed']>
  /** Passes that left their task. */
  drifts: EventData['drift.detected'][]
  /** Whom to tell that it stands still, and who has been told. */
  alerts: Alert[]
  mergeAllowed: boolean
  /** What it starts from was taken over from another run, all of it. */
  adopted: boolean
  /** A dry run that was told to go on after its plan. */
  goesOn: boolean
  steps: Record<string, StepState>
  /** Calls of each role so far: the next attempt's number is one more. */
  calls: Record<string, number>
  /** Calls of agents that failed or timed out since the last one that worked; limits are none. */
  failedCalls: FailedCall[]
  /** Agent and model → what last kept it from working; gone once it works again. */
  troubles: Record<string, Trouble>
  collected: Record<string, EventData['work.collected']>
  inspected: Record<string, EventData['work.inspected']>
  /** `step:index of the finding` → why its severity does not count. */
  downgrades: Record<string, string>
  reviews: Record<string, Review>
  /** Steps that have settled since the last phase began, so that rules look at them before anything moves on. */
  settled: string[]
  /** `step@attempt` → what the user's own rules saw there. */
  own: Record<string, EventData['detectors.own']>
  /** Rules of the user's own that broke → how. */
  disabled: Record<string, string>
  /** `detector@step@attempt` → what the judge said. */
  rulings: Record<string, EventData['judge.ruled']>
  signals: Signal[]
  /** What was known of earlier runs when this one began. */
  context: EventData['context.loaded'] | null
  corrections: EventData['correction.applied'][]
  /** Step → why it is called again, after which attempt, and by whom. */
  recalls: Record<string, Recall>
  verified: Record<string, EventData['verify.complete']>
  merge: EventData['merge.built'] | null
  /** The target as it was when it was last seen to be rewritten. */
  rewritten: string | null
  moved: EventData['work.moved'] | null
  conflict: EventData['merge.conflict'] | null
  landing: EventData['land.start'] | null
  refused: EventData['land.refused'] | null
  merged: EventData['run.merged'] | null
  reverted: EventData['run.reverted'] | null
  /** `point:commit` → how the user's hooks went there. */
  hooks: Record<string, EventData['hook.complete']>
  broken: EventData['wiggum.break'] | null
  /** Somebody went on after a break: in the cycle it was for, that rule does not break the run a second time. */
  pardons: { detector: string; cycle: number }[]
  gates: Record<string, GateState>
  /** What calls wanted to do beyond their workspace, oldest first. */
  asked: AskedBy[]
  /** Whose live loop it is. */
  session: string | null
  /** What a person added to a live session's task. */
  said: string[]
  rescues: EventData['rescue.saved'][]
  decisions: EventData['decision'][]
  /** `cycle:finding` of every fix that was seen to hold. */
  fixed: Record<string, EventData['fix.applied']>
  spend: Spend
  largestCall: { usd: number; tokens: number }
  /** The highest threshold that was said, of the budget as it stands. */
  budgetSeen: number
  /** How often the run ended because of its budget. */
  budgetEnds: number
  checkpoints: EventData['policy.checkpoint'][]
  checkpointAt: string | null
}

export interface AskedBy extends Asked {
  step: string
  attempt: number
  /** The conversation in which it was wanted; `null`: not known. */
  session: string | null
}

export interface StepState {
  identity: StepIdentity
  id: string
  role: string
  phase: Phase | null
  attempt: number
  head: string
  /** The change under review, for a reviewer. */
  about: string | null
  agent: string
  /** The agent as the configuration names it; `null` in logs that do not say it. */
  name: string | null
  model: string | null
  /** Its conversation, where the agent can go on with one. */
  session: string | null
  outcome: 'running' | 'complete' | 'failed' | 'timeout'
  startedAt: string
  endedAt: string | null
  /** Agent → how often it failed here since the run was started or resumed. */
  failures: Record<string, number>
  failure: { cause: FailureCause; message: string; retryAt: string | null } | null
  contract: Contract | null
  /** Its artifact, and the final message in it if the log holds that. */
  artifact: string | null
  text: string | null
  durationMs: number
  /** All attempts together, those that failed too. */
  totalMs: number
  /** How many of its attempts came to an answer. */
  answers: number
  costUsd: number | null
  /** Tools that it was refused. */
  denials: string[]
  /** What it did, in figures; `null` in logs that do not say it. */
  work: StepTally | null
  /** What its final message is like; `null` in logs that do not say it. */
  measures: Measures | null
  /** How full its window was at the end; `null`: not known. */
  context: WindowUse | null
  promised: boolean
  /** `null` in logs that do not say it, and where no budget was known. */
  outlook: Outlook | null
  /** Why its call was ended before it gave an answer: it led nowhere. */
  stuck: EventData['stagnation.detected'] | null
}

export interface PassFigures {
  pass: number
  /** The Maker's call that began it. */
  step: string
  attempt: number
  startedAt: string
  endedAt: string | null
  /** What it took, once it has ended. */
  ms: number
  tokens: number
  /** What the run had taken when it began. */
  before: { waitedMs: number; tokens: number }
  /** Who looked → what they hold against the work. */
  issues: Record<string, string[]>
  /** What `pass.complete` said, where there is one. */
  settled: { found: number; fixed: number } | null
  checkpoint: boolean
}

interface FailedCall {
  step: string
  cause: FailureCause
  message: string
}

/** What rules saw. */
export interface Signal extends Omit<EventData['shadow.detected'], 'trigger' | 'action'> {
  id: string
  at: string
}

interface Breaker {
  state: EventData['breaker.transition']['to']
  reason: string
  evidence: string[]
  signals: string[]
  /** Passes up to this one no longer count. */
  since: number
  /** The last pass after which it moved. */
  looked: number
  /** How many models up the next pass plays. */
  lift: number
  /** Every move so far, oldest first. */
  moves: EventData['breaker.transition'][]
}

export interface Recall {
  /** The attempt that was corrected; the next one does it better. */
  after: number
  /** `correct`: in its own conversation where that can go on. `replace`: by a fresh one. */
  rung: 'correct' | 'replace'
  note: string
  /** How many tiers up from the configured model. */
  lift: number
}

export interface Trouble {
  cause: FailureCause
  message: string
  at: string
  retryAt: string | null
  /** How often it had failed in that step by then. */
  failures: number
}

export interface Review {
  step: string
  role: string
  verdict: 'APPROVED' | 'REJECTED' | 'NONE'
  problem: string | null
  head: string
  /** As the reviewer wrote them. */
  findings: Finding[]
  /** After evidence validation: what counts. */
  effective: Finding[]
  facts: EventData['review.verdict']['facts']
}

export interface GateState {
  id: string
  kind: GateKind
  question: string
  choices: string[]
  evidence: string[]
  openedAt: string
  answer: string | null
  text: string | null
  by: string | null
}

export function initialState(runId = ''): RunState {
  return {
    runId,
    seq: 0,
    trail: { cause: 0, begun: { step: {}, said: {}, verify: {}, gate: {} }, ended: [] },
    startedAt: null,
    lastAt: null,
    start: null,
    ended: null,
    endedAt: null,
    resumes: 0,
    interrupted: null,
    phase: null,
    cycle: 1,
    maxCycles: 1,
    workflow: '',
    nextWorkflow: null,
    escalated: false,
    upgradedIn: null,
    fastPathIn: null,
    warnings: [],
    history: [],
    round: 1,
    maxRounds: 2,
    passes: [],
    figures: [],
    waitedMs: 0,
    sleeps: [],
    contexts: [],
    contextMinutes: 0,
    timeFrom: 0,
    breaker: {
      state: 'CLOSED',
      reason: '',
      evidence: [],
      signals: [],
      since: 0,
      looked: 0,
      lift: 0,
      moves: [],
    },
    alerts: [],
    surveys: {},
    drifts: [],
    mergeAllowed: true,
    adopted: false,
    goesOn: false,
    steps: {},
    calls: {},
    failedCalls: [],
    troubles: {},
    collected: {},
    inspected: {},
    downgrades: {},
    reviews: {},
    settled: [],
    own: {},
    disabled: {},
    rulings: {},
    signals: [],
    context: null,
    corrections: [],
    recalls: {},
    verified: {},
    merge: null,
    rewritten: null,
    moved: null,
    conflict: null,
    landing: null,
    refused: null,
    merged: null,
    reverted: null,
    hooks: {},
    broken: null,
    pardons: [],
    gates: {},
    asked: [],
    session: null,
    said: [],
    rescues: [],
    decisions: [],
    fixed: {},
    spend: { usd: 0, tokens: 0, unknown_calls: 0 },
    largestCall: { usd: 0, tokens: 0 },
    budgetSeen: 0,
    budgetEnds: 0,
    checkpoints: [],
    checkpointAt: null,
  }
}
