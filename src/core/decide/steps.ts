import { failureRules } from '../../policy/failures.ts'
import { chainOf } from '../chains.ts'
import type { AgentCall, Command } from '../commands.ts'
import type { Phase } from '../events.ts'
import { type StepIdentity, stepName, usualStep } from '../identity.ts'
import { openRecall } from '../recall.ts'
import type { StepState } from '../state.ts'
import { choosePlayer } from './players.ts'
import { type Decided, finish, inPhase, type View } from './strategy.ts'

export interface StepWish {
  role: string
  phase: Phase
  head: string
  about: string | null
  writes: boolean
  minutes?: number
  reflects?: boolean
  note: string | null
  /** What sets it apart from the usual call of this role in the first round. */
  which?: Which
}

type Which = Partial<Pick<StepIdentity, 'round' | 'variant' | 'clarified' | 'answer' | 'again'>>

function identityFor({ state }: View, { role, phase, which }: Whose): StepIdentity {
  return { ...usualStep({ cycle: state.cycle, phase, role }), ...which }
}

type Whose = Pick<StepWish, 'role' | 'phase' | 'which'>

export function stepId(view: View, wish: Whose): string {
  return stepName(identityFor(view, wish))
}

/** The step is complete → `null`. Otherwise what has to happen first: call it, wait, or give up. */
export function needStep(view: View, wish: StepWish): Decided {
  const step = view.state.steps[stepId(view, wish)]
  if (!step) return play(view, wish, null)
  switch (step.outcome) {
    case 'running':
      // It was cut off: the same attempt, by the same agent, in its own conversation where there is one.
      return begin(view, wish, {
        attempt: step.attempt,
        agent: playerOf(view, step),
        continues: step.session,
      })
    case 'complete':
      return callAgain(view, wish, step) ?? statusOf(step)
    case 'timeout':
    case 'failed':
      return callAgain(view, wish, step) ?? afterFailure(view, wish, step)
  }
}

/** A correction reaches the agent in its own conversation where that can go on; a replacement starts empty. */
function callAgain(view: View, wish: StepWish, step: StepState): Decided {
  const recall = openRecall(view.state, step)
  if (!recall) return null
  const attempt = (view.state.calls[wish.role] ?? 0) + 1
  const { role, phase } = wish
  const choice = choosePlayer(view, { role, phase, step: step.id, attempt })
  if ('open' in choice) return choice.open
  const same = recall.rung === 'correct' && playerOf(view, step) === choice.agent
  return begin(view, wish, { attempt, ...choice, continues: same ? step.session : null })
}

/** A further call: by whoever of the role's chain can. What only paused goes on in the conversation it had. */
function play(view: View, wish: StepWish, before: StepState | null): Decided {
  const attempt = (view.state.calls[wish.role] ?? 0) + 1
  const { role, phase } = wish
  const choice = choosePlayer(view, { role, phase, step: stepId(view, wish), attempt })
  if ('open' in choice) return choice.open
  const paused = before?.failure != null && failureRules[before.failure.cause].continues
  const same = before !== null && playerOf(view, before) === choice.agent
  return begin(view, wish, { attempt, ...choice, continues: paused && same ? before.session : null })
}

function playerOf(view: View, step: StepState): string {
  return step.name ?? chainOf(view.start.agents, step.role)[0] ?? ''
}

function begin(
  view: View,
  wish: StepWish,
  who: Pick<AgentCall, 'attempt' | 'agent' | 'continues'>,
): Command[] {
  const { role, phase, head, about, writes, note, minutes = null, reflects = false } = wish
  const step = stepId(view, wish)
  const corrects = view.state.recalls[step]?.note ?? null
  const call: AgentCall = {
    role,
    step,
    identity: identityFor(view, wish),
    phase,
    head,
    about,
    writes,
    minutes,
    note,
    reflects,
    corrects,
    ...who,
  }
  return inPhase(view, phase, [{ do: 'agent', key: `agent:${step}:${who.attempt}`, call }])
}

function statusOf(step: StepState): Decided {
  if (step.contract?.status !== 'BLOCKED') return null
  const why = step.contract.summary ?? step.contract.notes ?? 'it gave no reason'
  return finish('blocked', 14, `${step.role} reports that it is blocked: ${why}`)
}

function afterFailure(view: View, wish: StepWish, step: StepState): Decided {
  const failures = step.failures[playerOf(view, step)] ?? 0
  // A run resumed after its end starts counting anew: the person who resumed it asked for another attempt.
  if (failures === 0) return play(view, wish, step)
  const cause = step.failure?.cause ?? 'crash'
  const message = step.failure?.message ?? 'no reason known'
  const { response, retries } = failureRules[cause]
  // Whatever was to be said or asked about it has been: it begins anew.
  if (response === 'stuck') return play(view, wish, step)
  if (response === 'budget')
    return finish('budget', 24, `${step.role}'s agent stopped at the budget: ${message}`)
  if (response === 'fail' || (response === 'afresh' && failures > retries))
    return finish('agent-failed', 14, `${step.role}'s agent failed (${cause}): ${message}`)
  return play(view, wish, step)
}
