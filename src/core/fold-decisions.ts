import type { DecisionName, EventOf } from './events.ts'
import { warningKeyOf } from './lift-v1.ts'
import { minutesAtWork } from './minutes-at-work.ts'
import type { RunState } from './state.ts'

type Effect = (state: RunState, decided: EventOf<'decision'>) => void

/** What a decision changes besides being on the record. A name of the enum that is not here changes nothing else. */
const EFFECTS: Partial<Record<DecisionName, Effect>> = {
  'fix-round': nextRound,
  'next-pass': nextRound,
  'more-passes': (state) => {
    state.maxRounds += state.start?.loop?.max_passes ?? 1
  },
  'more-time': (state, { ts }) => {
    state.timeFrom = minutesAtWork(state, ts)
  },
  'dry-run': (state) => {
    state.goesOn = true
  },
  'A1-escalation': (state, { data }) => escalate(state, data.chosen),
  'A3-upgrade': (state, { data }) => {
    state.upgradedIn = state.cycle
    useWorkflow(state, data.chosen)
  },
  'test-first': noteWarning,
}

export function noteDecision(state: RunState, event: EventOf<'decision'>): void {
  state.decisions.push(event.data)
  EFFECTS[event.data.what]?.(state, event)
}

function nextRound(state: RunState): void {
  state.round += 1
  state.settled = []
}

function noteWarning(state: RunState, { key, data }: EventOf<'decision'>): void {
  const said = key ?? warningKeyOf(data, state.cycle)
  if (said !== null) state.warnings.push(said)
}

/** A workflow may only become more thorough, and so may the number of cycles. */
export function useWorkflow(state: RunState, name: string): void {
  state.workflow = name
  state.maxCycles = Math.max(state.maxCycles, state.start?.workflows[name]?.max_cycles ?? 1)
}

function escalate(state: RunState, name: string): void {
  state.escalated = true
  state.nextWorkflow = name
  state.maxCycles = Math.max(state.maxCycles, state.start?.workflows[name]?.max_cycles ?? 1)
}
