import { ladder } from '../policy/ladder.ts'
import type { RunState, Signal } from './state.ts'

type Rung = (typeof ladder.rungs)[number]

/** What a signal calls for. The ladder counts a shadow over the run, the break over a cycle; the break wins. */
export function rungOf(state: RunState, signal: Signal): Rung {
  const upTo = state.signals.slice(0, state.signals.indexOf(signal) + 1)
  const same = upTo.filter((each) => each.shadow === signal.shadow)
  return ladder.rungs[Math.min(same.length, ladder.rungs.length) - 1]!
}

/** So many different shadows in one cycle are nobody's single mistake any more. */
export function manyShadows({ signals, cycle }: RunState): string[] {
  const shadows = new Set(signals.filter((each) => each.cycle === cycle).map((each) => each.shadow))
  return shadows.size >= ladder.differentShadows ? [...shadows].sort() : []
}
