import type { AgentFailure } from './agent.ts'

/** What the model's API said with its status. `null`: that status is no failure. */
export function causeOfStatus(status: number | null): AgentFailure['cause'] | null {
  if (status === null || status < 400) return null
  if (status === 401 || status === 403) return 'authentication'
  if (status === 429) return 'limit'
  return status >= 500 ? 'overload' : 'error'
}

/** Seconds since 1970, so the zone does not matter. */
export function instantOf(seconds: number | null): string | null {
  if (seconds === null || seconds <= 0 || seconds > 253_402_300_799) return null
  return new Date(seconds * 1000).toISOString()
}
