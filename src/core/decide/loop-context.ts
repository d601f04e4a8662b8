import { contextNumbers } from '../../policy/context.ts'
import { focusOf } from '../../policy/passes.ts'
import type { Command } from '../commands.ts'
import { checkpointDocument } from '../context/document.ts'
import { contextAction, isExhausted, occupancyOf } from '../context/occupancy.ts'
import type { Contract, EventData } from '../events.ts'
import { minutesAtWork } from '../minutes-at-work.ts'
import type { StepState } from '../state.ts'
import { todosOfCall } from '../todos.ts'
import { leftOver } from './loop-pass.ts'
import { lastCall } from './loop-stops.ts'
import type { Rule, View } from './strategy.ts'
import { clearsOf, latestWork, makerStep, presentWork } from './work.ts'

type Checkpoint = EventData['context.checkpoint']
type Why = Pick<Checkpoint, 'trigger' | 'occupancy' | 'source' | 'action'>

/** An agent whose window ran full has done something until then: the pass goes on from there, before anything is checked. */
export const goOnAfresh: Rule = (view) => {
  const call = lastCall(view)
  if (!call || !isExhausted(call) || !mayClear(view)) return null
  const open = ['the last conversation ended before it was finished, because its window was full']
  const full = { occupancy: 1, source: 'agent' as const }
  return checkpoint(view, { trigger: 'exhausted', ...full, action: 'clear' }, open)
}

/** 5 CONTEXT CHECK. Where nothing is left there is nobody to write anything down for. */
export const contextCheck: Rule = (view) => {
  const call = lastCall(view)
  const { round, passes } = view.state
  if (!call || passes.some(({ pass }) => pass === round) || isWritten(view, call)) return null
  const left = leftOver(view)
  const why = left.length === 0 ? null : (byOccupancy(view, call) ?? byInterval(view, call))
  return why && checkpoint(view, why, left)
}

function byOccupancy(view: View, call: StepState): Why | null {
  const { occupancy, source } = useOf(call)
  const action = contextAction(occupancy, view.policy.context)
  if (action === 'go-on') return null
  return { trigger: 'occupancy', occupancy, source, action: mayClear(view) ? action : 'checkpoint' }
}

function byInterval(view: View, call: StepState): Why | null {
  const { state, policy, now } = view
  const since = minutesAtWork(state, now) - state.contextMinutes
  return since >= policy.loop.checkpoint_interval_minutes
    ? { trigger: 'interval', ...useOf(call), action: 'checkpoint' }
    : null
}

function useOf({ context }: StepState): Pick<Why, 'occupancy' | 'source'> {
  return { occupancy: context && occupancyOf(context), source: context?.source ?? null }
}

function mayClear(view: View): boolean {
  // What a person's own session remembers is not ours to clear.
  return !view.start.live && clearsOf(view).length < contextNumbers.freshPerPass
}

/** A role's attempts are numbered over the whole run. */
function isWritten({ state }: View, { attempt }: StepState): boolean {
  return state.contexts.some((each) => each.attempt === attempt)
}

/** An agent that was cut off may have said nothing of its list since the last pass. */
function todosOf(view: View): Contract['todos'] {
  const call = lastCall(view)
  return call?.contract || call?.work?.todos ? todosOfCall(call) : (view.state.passes.at(-1)?.todos ?? [])
}

function checkpoint(view: View, why: Why, open: string[]): Command[] {
  const { state } = view
  const { attempt } = lastCall(view)!
  const artifact = `checkpoints/${state.contexts.length + 1}.md`
  const data: Checkpoint = {
    step: makerStep(view, state.round),
    attempt,
    pass: state.round,
    ...why,
    head: presentWork(view)!.head,
    artifact,
    text: document(view, open),
  }
  return [{ do: 'context-checkpoint', key: `context:${data.step}:${attempt}`, data }]
}

/** In the middle of a call, before a session sums itself up: its list is what its tools have told so far. */
export function checkpointOf(view: View, todos: Contract['todos']): Checkpoint {
  const { state, start } = view
  const step = makerStep(view, state.round)
  return {
    step,
    attempt: state.steps[step]?.attempt ?? 1,
    pass: state.round,
    trigger: 'compact',
    occupancy: null,
    source: null,
    action: 'checkpoint',
    head: latestWork(view)?.head ?? start.base,
    artifact: `checkpoints/${state.contexts.length + 1}.md`,
    text: document(view, state.passes.at(-1)?.left ?? [], todos),
  }
}

function document(view: View, open: string[], todos = todosOf(view)): string {
  const { state, start } = view
  const files = latestWork(view)?.files ?? []
  const passes = state.passes.map(({ pass, check }) => `pass ${pass}, checks ${check}`)
  const focus = focusOf(state.round)
  return checkpointDocument({
    task: start.task,
    pass: state.round,
    todos,
    done: [...passes, ...files.map(({ path, change }) => `${path} (${change})`)],
    open: open.filter((each) => !each.startsWith('to do: ')),
    focus: `${focus.name}: ${focus.text}`,
  })
}
