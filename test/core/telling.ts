import type { Draft, WiggumEvent } from '../../src/core/events.ts'
import { applyEvent } from '../../src/core/fold.ts'
import { initialState, type RunState } from '../../src/core/state.ts'

export type DataOf<T extends Draft['type']> = Extract<Draft, { type: T }>['data']

/** A state to which events are told one by one, a second apart. What the fold does not look at is left out. */
export function telling() {
  const state = initialState('run')
  const tell = <T extends Draft['type']>(type: T, data: Partial<DataOf<T>>): RunState => {
    const ts = new Date(Date.UTC(2026, 0, 1) + state.seq * 1000).toISOString()
    const event = { v: 1, seq: state.seq + 1, ts, run_id: 'run', phase: 'do', agent: 'maker', parent: [] }
    applyEvent(state, { ...event, type, data } as unknown as WiggumEvent)
    return state
  }
  return { state, tell }
}
