import type { EventOf } from './events.ts'
import { noteContextCheckpoint } from './fold-passes.ts'
import { minutesAtWork } from './minutes-at-work.ts'
import { lastAnswered } from './recall.ts'
import type { RunState } from './state.ts'

const GOES_ON =
  'This pass goes on in a fresh conversation, because the window of the last one was full. Where it stands:'

/** What an earlier attempt left stays known, under a name of its own. */
export function setAside({ step, attempt }: { step: string; attempt: number }): string {
  return `${step}@${attempt}`
}

export function noteCheckpoint(state: RunState, { data, ts }: EventOf<'context.checkpoint'>): void {
  state.contexts.push(data)
  state.contextMinutes = minutesAtWork(state, ts)
  if (data.trigger !== 'interval') noteContextCheckpoint(state)
  if (data.action === 'clear') goOnAfresh(state, data)
}

/** The pass is not over: its Maker is called again, and whoever read its work reads what comes of that. */
function goOnAfresh(state: RunState, data: EventOf<'context.checkpoint'>['data']): void {
  const work = state.collected[data.step]
  delete state.collected[data.step]
  if (work) state.collected[setAside(data)] = work
  callAfresh(state, lastAnswered(state, data.step), `${GOES_ON}\n\n${data.text}`)
  for (const [id, review] of Object.entries(state.reviews)) {
    if (review.head !== data.head || review.step !== id) continue
    delete state.reviews[id]
    state.reviews[setAside({ step: id, attempt: state.steps[id]?.attempt ?? 0 })] = review
    callAfresh(state, id, '')
    for (const key of Object.keys(state.downgrades))
      if (key.startsWith(`${id}:`)) delete state.downgrades[key]
  }
  // A full window is no failure of the agent's: neither for this step, nor among those in a row.
  state.failedCalls = state.failedCalls.filter(({ cause }) => cause !== 'context')
}

function callAfresh(state: RunState, id: string, note: string): void {
  const step = state.steps[id]
  if (!step) return
  step.failures = {}
  const lift = state.recalls[id]?.lift ?? 0
  state.recalls[id] = { after: step.attempt, rung: 'replace', note, lift }
}
