import { strategyOf } from '../../core/decide/index.ts'
import type { EventOf, Phase, WiggumEvent } from '../../core/events.ts'
import type { RunState } from '../../core/state.ts'
import { roleDoing, roleTitle } from '../words.ts'

/** One line of progress. `opens` starts something that is under way until a line with the same key `closes` it. */
export interface ProgressLine {
  stage: string
  what: string
  result: string
  tone: 'plain' | 'good' | 'bad' | 'ask'
  key: string | null
  opens: boolean
}

export type Writers = {
  [T in WiggumEvent['type']]?: (event: EventOf<T>, state: RunState) => ProgressLine | null
}

export function opened(key: string, stage: string, what: string): ProgressLine {
  return { stage, what, result: '', tone: 'plain', key, opens: true }
}

export function closed(
  key: string,
  stage: string,
  what: string,
  result: string,
  tone: ProgressLine['tone'],
): ProgressLine {
  return { stage, what, result, tone, key, opens: false }
}

export function said(stage: string, what: string, result: string, tone: ProgressLine['tone']): ProgressLine {
  return { stage, what, result, tone, key: null, opens: false }
}

export function stageOf(state: RunState, role: string): string {
  const stages = strategyOf(state.start?.strategy ?? '')?.stages ?? {}
  return stages[role] ?? stages[phaseOf(state, role) ?? ''] ?? 'Step'
}

/** Without a list of all steps: a long run has thousands, and every event asks. */
function phaseOf({ steps }: RunState, role: string): Phase | null {
  for (const id in steps) if (steps[id]?.role === role) return steps[id].phase
  return null
}

export function doing({ start, steps }: RunState, role: string, step: string): string {
  const { variant = null, answer = 0, again = false } = steps[step]?.identity ?? {}
  if (variant === 'mini') return 'Explorer looking at the risks'
  if (variant === 'tests' && answer === 0) return 'Maker adding the missing tests'
  if (variant === 'adversarial' && !again) return `${roleTitle(role, start)} looking for what nobody saw`
  if (again) return `${roleTitle(role, start)} asked again`
  return `${roleTitle(role, start)} ${roleDoing(role, start)}`
}

/** What `agent.start` opened, whichever event says how it ended. */
export function stepEnded(
  { step, archetype }: { step: string; archetype: string },
  state: RunState,
  { result, tone }: Pick<ProgressLine, 'result' | 'tone'>,
): ProgressLine {
  return closed(`step:${step}`, stageOf(state, archetype), doing(state, archetype, step), result, tone)
}
