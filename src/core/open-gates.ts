import type { GateState, RunState } from './state.ts'

/** Questions that nobody has answered yet, oldest first. */
export function openGates({ gates }: RunState): GateState[] {
  return Object.values(gates).filter(({ answer }) => answer === null)
}
