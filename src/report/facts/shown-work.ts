import type { EventData } from '../../core/events.ts'
import type { RunState } from '../../core/state.ts'

type Work = EventData['work.collected']

/** The work that a report is about: what the branch shows at the end, which is the best and not always the last. */
export function shownWork({ collected, ended }: RunState): Work | null {
  const all = Object.values(collected)
  return all.findLast(({ head }) => head === ended?.head) ?? all.at(-1) ?? null
}

export interface LastAttempt {
  head: string
  /** Where it is kept; `null`: nowhere that the log names. */
  ref: string | null
}

/** Where the branch shows an earlier one. */
export function lastAttempt(state: RunState): LastAttempt | null {
  const last = Object.values(state.collected).at(-1)?.head
  if (last === undefined || last === shownWork(state)?.head) return null
  return { head: last, ref: state.rescues.findLast(({ commit }) => commit === last)?.ref ?? null }
}

export function lastAttemptWords({ head, ref }: LastAttempt): string {
  const where = ref === null ? 'is not on the branch' : `is kept as ${ref}`
  return `The branch shows the best attempt, not the last. The last one, ${head.slice(0, 10)}, ${where}`
}
