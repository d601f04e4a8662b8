import type { Config } from '../config/schema.ts'
import { fewerFail, type PassFacts } from '../detectors/pass-scene.ts'
import { look } from '../detectors/settings.ts'
import { stagnationDetectors } from '../detectors/stagnation/index.ts'
import type { EventData } from './events.ts'
import { stagnationSettings } from './stagnation-settings.ts'
import type { RunState } from './state.ts'

/** The stagnation breaker: CLOSED works, OPEN stands still, HALF_OPEN may try one pass. */

type Seen = { detector: string; title: string; evidence: string[] }[]
type Transition = EventData['breaker.transition']
type Watched = Pick<RunState, 'breaker' | 'passes'>
/** A pass of the loop, or a Maker's attempt outside it. */
export type EndedPass = PassFacts & Pick<EventData['pass.complete'], 'pass' | 'left'>

/** What rules see in the passes since the breaker last closed, as the configuration has set them. */
function stagnation(state: Watched, policy: Config, all: EndedPass[]): Seen {
  const passes = passesSince(state, all)
  const settings = stagnationSettings(policy)
  return stagnationDetectors.flatMap((rule) => {
    const evidence = look(rule, { passes }, settings)
    return evidence ? [{ detector: rule.id, title: rule.title, evidence }] : []
  })
}

/** Passes that still count: those since the breaker last closed. */
export function passesSince({ breaker: { since } }: Watched, all: EndedPass[]): EndedPass[] {
  return since === 0 ? all : all.filter(({ pass }) => pass > since)
}

/** Where the breaker goes after a pass; `null`: it stays. */
export function afterPass(
  state: Watched,
  policy: Config,
  passes: EndedPass[] = state.passes,
): Transition | null {
  const pass = passes.at(-1)
  if (!pass) return null
  const from = state.breaker.state
  if (from === 'HALF_OPEN') return afterProbe(state, passes)
  if (from === 'OPEN' || pass.left.length === 0) return null
  const seen = stagnation(state, policy, passes)
  if (seen.length === 0) return null
  const evidence = seen.flatMap((each) => each.evidence)
  const reason = seen.map(({ title }) => title).join('; ')
  return {
    from,
    to: 'OPEN',
    reason,
    evidence,
    signals: seen.map(({ detector }) => detector),
    pass: pass.pass,
  }
}

/** One pass shows it: something was mended, or the run is where it was. */
function afterProbe(state: Watched, passes: EndedPass[]): Transition {
  const pass = passes.at(-1)!
  const before = passes.at(-2)
  const better =
    pass.left.length === 0 ||
    pass.issues_fixed > 0 ||
    fewerFail(passes, passes.length - 1) ||
    // After a call that was halted, the first that comes to something is more than there was.
    (before === undefined ? pass.facts.changed : pass.issues_found < before.issues_found)
  const shared = { from: 'HALF_OPEN' as const, signals: state.breaker.signals, pass: pass.pass }
  return better
    ? { ...shared, to: 'CLOSED', reason: 'the probe pass made progress', evidence: [] }
    : { ...shared, to: 'OPEN', reason: state.breaker.reason, evidence: ['the probe pass made no progress'] }
}
