import type { Config } from '../config/schema.ts'
import { look } from '../detectors/settings.ts'
import { stagnationDetectors } from '../detectors/stagnation/index.ts'
import type { EventData } from './events.ts'
import type { RunState } from './state.ts'

/** The stagnation breaker: CLOSED works, OPEN stands still, HALF_OPEN may try one pass. */

type Seen = { detector: string; title: string; evidence: string[] }[]
type Transition = EventData['breaker.transition']

/** What rules see in the passes since the breaker last closed, as the configuration has set them. */
function stagnation(state: RunState, policy: Config): Seen {
  const passes = state.passes.filter(({ pass }) => pass > state.breaker.since)
  const settings = settingsOf(policy)
  return stagnationDetectors.flatMap((rule) => {
    const evidence = look(rule, { passes }, settings)
    return evidence ? [{ detector: rule.id, title: rule.title, evidence }] : []
  })
}

/** Where the breaker goes after a pass; `null`: it stays. */
export function afterPass(state: RunState, policy: Config): Transition | null {
  const pass = state.passes.at(-1)
  if (!pass) return null
  const from = state.breaker.state
  if (from === 'HALF_OPEN') return afterProbe(state, pass)
  const seen = stagnation(state, policy)
  if (from === 'OPEN' || seen.length === 0) return null
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
function afterProbe(state: RunState, pass: EventData['pass.complete']): Transition {
  const before = state.passes.at(-2)
  const better =
    pass.left.length === 0 ||
    pass.issues_fixed > 0 ||
    (before !== undefined && pass.issues_found < before.issues_found)
  const shared = { from: 'HALF_OPEN' as const, signals: state.breaker.signals, pass: pass.pass }
  return better
    ? { ...shared, to: 'CLOSED', reason: 'the probe pass made progress', evidence: [] }
    : { ...shared, to: 'OPEN', reason: state.breaker.reason, evidence: ['the probe pass made no progress'] }
}

function settingsOf({ stagnation: { threshold, signals }, detectors }: Config) {
  const each = (id: string, enabled: boolean, passes: number) => ({
    [`stagnation.${id}`]: {
      enabled: enabled && detectors[`stagnation.${id}`]?.enabled !== false,
      thresholds: { passes },
    },
  })
  const timeout = signals.task_timeout_iterations
  return {
    ...detectors,
    ...each('no-file-changes', signals.no_file_changes, threshold),
    ...each('repeated-error', signals.repeated_errors, threshold),
    ...each('completion-without-evidence', signals.completion_without_evidence, threshold),
    ...each('not-progressing', timeout !== null, timeout ?? 1),
  }
}
