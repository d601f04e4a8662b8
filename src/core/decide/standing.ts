import { failureRules, pauses } from '../../policy/failures.ts'
import { troubleKey } from '../chains.ts'
import { modelOfCall } from '../model-of-call.ts'
import type { Trouble } from '../state.ts'
import { addSeconds, secondsBetween } from './instants.ts'
import type { View } from './strategy.ts'

/** What stands between an agent and a call, as far as the log knows. */
export type Standing =
  | { kind: 'free' }
  /** It comes back by itself; a short pause is waited for, a long one is somebody else's chance. */
  | { kind: 'pausing'; until: string; short: boolean; trouble: Trouble }
  /** Given up on: for good, or until it has rested. */
  | { kind: 'gone'; until: string | null; trouble: Trouble }

const FREE: Standing = { kind: 'free' }

export function standingOf(view: View, asked: { role: string; step: string }, agent: string): Standing {
  const model = modelOfCall(view.state, view.policy, { ...asked, agent })
  const trouble = view.state.troubles[troubleKey(agent, model)]
  const standing = trouble ? afterTrouble(trouble) : FREE
  const isOver = standing.kind !== 'free' && standing.until !== null && view.now >= standing.until
  return isOver ? FREE : standing
}

function afterTrouble(trouble: Trouble): Standing {
  const { at, retryAt, failures, cause } = trouble
  const rule = failureRules[cause]
  switch (rule.response) {
    case 'wait':
    case 'retry': {
      if (failures > rule.retries) return { kind: 'gone', until: addSeconds(at, pauses.restSeconds), trouble }
      const until = retryAt === null ? addSeconds(at, backoff(failures)) : notBefore(at, retryAt)
      const short =
        retryAt === null
          ? rule.response === 'retry' || failures <= pauses.backoffSeconds.length
          : secondsBetween(at, retryAt) <= pauses.shortSeconds
      return { kind: 'pausing', until, short, trouble }
    }
    case 'unavailable':
      return { kind: 'gone', until: null, trouble }
    // These are about one call, not about the agent.
    case 'afresh':
    case 'stuck':
    case 'budget':
    case 'fail':
      return FREE
  }
}

function notBefore(at: string, retryAt: string): string {
  const least = addSeconds(at, pauses.leastSeconds)
  return retryAt > least ? retryAt : least
}

function backoff(failures: number): number {
  const { backoffSeconds } = pauses
  return backoffSeconds[Math.min(Math.max(failures, 1), backoffSeconds.length) - 1]!
}
