import type { EventData } from '../core/events.ts'

/** Why a call of an agent came to nothing. */
export type FailureCause = EventData['agent.failed']['cause'] | EventData['agent.timeout']['limit']

export interface FailureRule {
  /**
   * `wait`: until the instant the agent named. `retry`: it passes, with growing pauses. `unavailable`: nobody but the
   * user can mend it. `afresh`: once more, in a new conversation. `stuck`: the ladder and the breaker say what is next. `budget` and
   * `fail` end the run, its work kept.
   */
  response: 'wait' | 'retry' | 'unavailable' | 'afresh' | 'stuck' | 'budget' | 'fail'
  /** How often one step's agent is called again after it. */
  retries: number
  /** The next agent of a chain takes over, once this one is out for longer or for good. */
  handsOver: boolean
  /** The conversation is whole and only paused: the next call goes on with it. */
  continues: boolean
  /** What the user can do; `unavailable` only. */
  fix: string | null
}

const FAIL: FailureRule = { response: 'fail', retries: 0, handsOver: false, continues: false, fix: null }
const RETRY: FailureRule = { response: 'retry', retries: 4, handsOver: true, continues: true, fix: null }

/** The agent's own words, which come first, say what to do. */
const THEN_RESUME = 'then go on with `wiggum resume`; `wiggum doctor` says how each agent stands'

/** Every cause has its row. What is not known to pass by itself is never tried again blindly. */
export const failureRules: Record<FailureCause, FailureRule> = {
  limit: { response: 'wait', retries: 20, handsOver: true, continues: true, fix: null },
  overload: RETRY,
  connection: RETRY,
  authentication: unavailable(THEN_RESUME, true),
  missing: unavailable(THEN_RESUME, true),
  // A misspelt model is the user's to mend: with another agent in its place nobody would notice.
  model: unavailable(
    'start again with a model it knows: --model <name>, or `models` in the configuration',
    false,
  ),
  context: { ...FAIL, response: 'afresh', retries: 1 },
  budget: { ...FAIL, response: 'budget' },
  refusal: FAIL,
  'max-turns': FAIL,
  output: FAIL,
  crash: FAIL,
  'no-result': FAIL,
  error: FAIL,
  interrupted: FAIL,
  stagnation: { ...FAIL, response: 'stuck' },
  idle: FAIL,
  wall: FAIL,
}

export const pauses = {
  /** Seconds before the first, second, … try of what passes by itself; the last one repeats. */
  backoffSeconds: [5, 20, 60, 180],
  /** A reset instant that has passed already is not believed at once. */
  leastSeconds: 1,
  /** A limit that ends within this is waited for, even where another agent could take over. */
  shortSeconds: 300,
  /** An agent that was given up on is left alone for so long, while others of its chain play. */
  restSeconds: 1800,
} as const

function unavailable(fix: string, handsOver: boolean): FailureRule {
  return { response: 'unavailable', retries: 0, handsOver, continues: false, fix }
}
