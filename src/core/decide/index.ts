import type { Decision } from '../commands.ts'
import type { RunState } from '../state.ts'
import { pdca } from './pdca.ts'
import { pipeline } from './pipeline.ts'
import { decideBy, NOTHING, type Strategy } from './strategy.ts'
import { watch } from './watch.ts'

/** Every strategy there is. A new one is a file beside these and a line here. */
export const strategies: Record<string, Strategy> = { pipeline: watched(pipeline), pdca: watched(pdca) }

/** Whatever a strategy does next, what just happened is looked at first. */
function watched(strategy: Strategy): Strategy {
  return { ...strategy, rules: [watch, ...strategy.rules] }
}

export function decide(state: RunState, now: string): Decision {
  const strategy = state.start ? strategies[state.start.strategy] : undefined
  return strategy ? decideBy(strategy, state, now) : NOTHING
}
