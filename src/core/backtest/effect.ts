import type { Spend } from '../budget.ts'
import type { Counterfactual } from './counterfactual.ts'
import type { Fired, Place } from './fired.ts'

/** What was spent between two points of a log. What calls did not say is not known, and counted as calls. */
export interface Spent {
  passes: number
  minutes: number
  tokens: number
  usd: number
  /** The part of `usd` that is an estimate. */
  estimated_usd: number
  unknown_calls: number
  unknown_token_calls: number
}

/** Something that fired, or would have: how the two compare. Sooner is below zero. */
export interface Compared extends Pick<Fired, 'kind' | 'what'> {
  change: 'same' | 'earlier' | 'later' | 'new' | 'gone' | 'not-reached'
  passes: number | null
  minutes: number | null
  seq: number
}

export interface Effect {
  /** `halts`: it would have halted where work went on. `goes-on`: it halted, and would not have. */
  verdict: 'unchanged' | 'otherwise' | 'halts' | 'goes-on'
  /** Of a halt: whether the run came to nothing. `false`: it succeeded after that. `null`: nobody knows yet. */
  right: boolean | null
  /** From that halt to the end. */
  after: Spent | null
  fired: Compared[]
}

export function effectOf(told: Counterfactual): Effect {
  const { halt, goesOn, outcome } = told
  const fired = comparedFired(told)
  const isOther = fired.some(({ change }) => change !== 'same')
  const verdict = halt?.work ? 'halts' : goesOn ? 'goes-on' : isOther ? 'otherwise' : 'unchanged'
  const right = halt?.work && outcome ? !outcome.completed : null
  return { verdict, right, after: halt?.work ? spentSince(told, halt) : null, fired }
}

function spentSince({ end }: Counterfactual, halt: Place & { spend: Spend }): Spent {
  const tokenless = ({ unknown_token_calls, unknown_calls }: Spend) => unknown_token_calls ?? unknown_calls
  const { spend: then } = halt
  const { spend: now } = end
  return {
    passes: end.pass - halt.pass,
    minutes: Math.max(0, end.minutes - halt.minutes),
    tokens: now.tokens - then.tokens,
    usd: now.usd - then.usd,
    estimated_usd: (now.estimated_usd ?? 0) - (then.estimated_usd ?? 0),
    unknown_calls: now.unknown_calls - then.unknown_calls,
    unknown_token_calls: tokenless(now) - tokenless(then),
  }
}

/** The nth time of one is held against the nth time of the other. */
function comparedFired({ real, would, halt }: Counterfactual): Compared[] {
  const open = grouped(would)
  const compared = real.map((fired): Compared => {
    const other = open.get(nameOf(fired))?.shift()
    if (other) return between(fired, other)
    const change = halt && fired.seq > halt.seq ? 'not-reached' : 'gone'
    return { ...named(fired), change, passes: null, minutes: null, seq: fired.seq }
  })
  const fresh = [...open.values()].flat().map(
    (fired): Compared => ({
      ...named(fired),
      change: 'new',
      passes: null,
      minutes: null,
      seq: fired.seq,
    }),
  )
  return [...compared, ...fresh].sort((a, b) => a.seq - b.seq)
}

function between(real: Fired, would: Fired): Compared {
  const passes = would.pass - real.pass
  const minutes = would.minutes - real.minutes
  // A moment apart in the same pass is the log's own order, and no difference.
  const change = passes === 0 ? 'same' : passes < 0 ? 'earlier' : 'later'
  return { ...named(would), change, passes, minutes, seq: would.seq }
}

function grouped(all: Fired[]): Map<string, Fired[]> {
  const groups = new Map<string, Fired[]>()
  for (const fired of all) groups.set(nameOf(fired), [...(groups.get(nameOf(fired)) ?? []), fired])
  return groups
}

/** The breaker is one and the same, whichever rules opened it. */
function nameOf({ kind, what }: Fired): string {
  return kind === 'breaker' ? kind : `${kind} ${what}`
}

function named({ kind, what }: Fired): Pick<Fired, 'kind' | 'what'> {
  return { kind, what }
}
