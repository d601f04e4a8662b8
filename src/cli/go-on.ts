import { PLANNED } from '../core/decide/dry-run.ts'
import type { RunState } from '../core/state.ts'
import type { Carry } from './carry.ts'
import { yesOrNo } from './yes-or-no.ts'

/** After a dry run, at a terminal: whether to go on with Do. */
export async function wantsToGoOn(state: RunState, { call, mayAsk }: Carry): Promise<boolean> {
  if (state.ended?.status !== PLANNED || !mayAsk || call.json) return false
  return yesOrNo('\n  Carry the plan out now?')
}
