import type { Decision } from '../commands.ts'
import type { RunState } from '../state.ts'
import { askAboutAsked } from './asking.ts'
import { budgetGate } from './boundaries.ts'
import { breakOnFailures } from './breaks.ts'
import { besideCheckpoint } from './checkpointing.ts'
import { endBroken } from './end-broken.ts'
import { withinBudget } from './last-work.ts'
import { live } from './live.ts'
import { loop } from './loop.ts'
import { besideNotices } from './notifying.ts'
import { pdca } from './pdca.ts'
import { pipeline } from './pipeline.ts'
import { review } from './review.ts'
import { decideBy, NOTHING, type Strategy, viewOf } from './strategy.ts'
import { afterStuck } from './stuck.ts'
import { watch } from './watch.ts'

/** Every strategy there is. A new one is a file beside these and a line here. */
export const strategies: Record<string, Strategy> = {
  pipeline: watched(pipeline),
  pdca: watched(pdca),
  loop: watched(loop),
}

/** Not among those to choose from: only a session's hook starts one. What an agent of ours may do wrong, a person's own is not held to. */
const inSession: Strategy = { ...live, rules: [endBroken, breakOnFailures, ...live.rules] }

/** Nor is this one: only `wiggum review` starts it. */
const reviewing = watched(review)

/** By the name that a log has for it. */
export function strategyOf(name: string): Strategy | undefined {
  return name === reviewing.name ? reviewing : strategies[name]
}

/** Whatever a strategy does next, what just happened is looked at first. */
function watched(strategy: Strategy): Strategy {
  const rules = [askAboutAsked, afterStuck, watch, ...strategy.rules].map(withinBudget)
  return { ...strategy, rules: [endBroken, breakOnFailures, budgetGate, ...rules] }
}

export function decide(state: RunState, now: string): Decision {
  const strategy = state.start?.live ? inSession : strategyOf(state.start?.strategy ?? '')
  const view = viewOf(state, now)
  if (!strategy || !view) return NOTHING
  return besideNotices(view, besideCheckpoint(view, decideBy(strategy, view)))
}
