import type { AgentCall, Command } from '../commands.ts'
import type { Phase } from '../events.ts'
import type { StepState } from '../state.ts'
import { type Decided, finish, inPhase, type View } from './strategy.ts'

/** Causes that pass by themselves, and how often they are tried again. Anything else is never retried blindly. */
const RETRIES: Record<string, number> = { limit: 20, overload: 4 }
const BACKOFF_SECONDS = [5, 20, 60, 180]

export interface StepWish {
  role: string
  phase: Phase
  head: string
  about: string | null
  writes: boolean
  minutes?: number
  note: string | null
  /** Distinguishes calls of one role in one phase: '', '2' for the fix round, '2-again'. */
  suffix: string
}

export function stepId(view: View, wish: Pick<StepWish, 'role' | 'phase' | 'suffix'>): string {
  const base = `${view.state.cycle}-${wish.phase}-${wish.role}`
  return wish.suffix ? `${base}-${wish.suffix}` : base
}

/** The step is complete → `null`. Otherwise what has to happen first: call it, wait, or give up. */
export function needStep(view: View, wish: StepWish): Decided {
  const id = stepId(view, wish)
  const step = view.state.steps[id]
  if (!step) return begin(view, wish, nextAttempt(view, wish.role))
  switch (step.outcome) {
    case 'running':
      return begin(view, wish, step.attempt)
    case 'complete':
      return statusOf(step)
    case 'timeout':
    case 'failed':
      return afterFailure(view, wish, step)
  }
}

function begin(view: View, wish: StepWish, attempt: number): Command[] {
  const { role, phase, head, about, writes, note, minutes = null } = wish
  const step = stepId(view, wish)
  const call: AgentCall = { role, step, attempt, phase, head, about, writes, minutes, note }
  return inPhase(view, phase, [{ do: 'agent', key: `agent:${step}:${attempt}`, call }])
}

function nextAttempt(view: View, role: string): number {
  return (view.state.calls[role] ?? 0) + 1
}

function statusOf(step: StepState): Decided {
  if (step.contract?.status !== 'BLOCKED') return null
  const why = step.contract.summary ?? step.contract.notes ?? 'it gave no reason'
  return finish('blocked', 14, `${step.role} reports that it is blocked: ${why}`)
}

function afterFailure(view: View, wish: StepWish, step: StepState): Decided {
  // A resumed run starts counting anew: the person who resumed it asked for another attempt.
  if (step.failures === 0) return begin(view, wish, nextAttempt(view, wish.role))
  const cause = step.failure?.cause ?? 'crash'
  const message = step.failure?.message ?? 'no reason known'
  if (step.failures > (RETRIES[cause] ?? 0)) return giveUp(step.role, cause, message)
  const until = retryInstant(step)
  if (view.now < until) return { wakeAt: until }
  return begin(view, wish, nextAttempt(view, wish.role))
}

function giveUp(role: string, cause: string, message: string): Command[] {
  if (cause === 'missing' || cause === 'authentication') return finish('agent-unavailable', 4, message)
  return finish('agent-failed', 14, `${role}'s agent failed (${cause}): ${message}`)
}

function retryInstant(step: StepState): string {
  if (step.failure?.retryAt) return step.failure.retryAt
  const seconds = BACKOFF_SECONDS[Math.min(step.failures, BACKOFF_SECONDS.length) - 1] ?? 5
  return addSeconds(step.endedAt ?? step.startedAt, seconds)
}

/** ISO arithmetic without a clock: core may not read one, and needs none to add. */
function addSeconds(iso: string, seconds: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: parses a given instant, reads no clock
  return new Date(Date.parse(iso) + seconds * 1000).toISOString()
}
