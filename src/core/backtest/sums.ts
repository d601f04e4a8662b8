import type { Counterfactual } from './counterfactual.ts'
import { type Effect, effectOf, type Spent } from './effect.ts'

/** What a changed policy comes to over many runs. */
export interface Sums {
  runs: number
  /** Runs that ended with proven work, that ended otherwise, and that have not ended. */
  succeeded: number
  failed: number
  open: number
  /** Runs for which the rules conclude anything else. */
  changed: number
  /** Runs that would have been halted where they went on. */
  halts: number
  /** Of those: runs that came to nothing, runs that succeeded later, runs that have not ended. */
  right: number
  wrong: number
  undecided: number
  /** Of all halts: those that come after an agent had been told something else than it would have been. */
  uncertain: number
  /** Runs that halted and would not have. */
  goes_on: number
  /** What runs that came to nothing spent after the halt: saved. */
  saved: Spent
  /** What runs that succeeded spent after the halt: no saving, but work that would not be there. */
  cut: Spent
}

const NOTHING: Spent = {
  passes: 0,
  minutes: 0,
  tokens: 0,
  usd: 0,
  estimated_usd: 0,
  unknown_calls: 0,
  unknown_token_calls: 0,
}

export function sumUp(all: Counterfactual[]): Sums {
  const effects = all.map(effectOf)
  const halts = effects.filter(({ verdict }) => verdict === 'halts')
  const count = (wanted: (told: Counterfactual) => boolean) => all.filter(wanted).length
  const which = (right: boolean | null) => halts.filter((each) => each.right === right)
  return {
    runs: all.length,
    succeeded: count(({ outcome }) => outcome?.completed === true),
    failed: count(({ outcome }) => outcome?.completed === false),
    open: count(({ outcome }) => outcome === null),
    changed: effects.filter(({ verdict }) => verdict !== 'unchanged').length,
    halts: halts.length,
    right: which(true).length,
    wrong: which(false).length,
    undecided: which(null).length,
    uncertain: count(({ halt }) => halt?.work === true && !halt.certain),
    goes_on: effects.filter(({ verdict }) => verdict === 'goes-on').length,
    saved: added(which(true)),
    cut: added(which(false)),
  }
}

function added(effects: Effect[]): Spent {
  return effects.reduce((sum, { after }) => (after ? plus(sum, after) : sum), NOTHING)
}

function plus(a: Spent, b: Spent): Spent {
  return {
    passes: a.passes + b.passes,
    minutes: a.minutes + b.minutes,
    tokens: a.tokens + b.tokens,
    usd: a.usd + b.usd,
    estimated_usd: a.estimated_usd + b.estimated_usd,
    unknown_calls: a.unknown_calls + b.unknown_calls,
    unknown_token_calls: a.unknown_token_calls + b.unknown_token_calls,
  }
}
