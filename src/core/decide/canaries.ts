import { bluntCanaries, canariesOf, isAnyDull, isUnverifiable } from '../canaries.ts'
import { canAffordRun } from '../evidence-budget.ts'
import { verificationOf } from '../verification.ts'
import { type Decided, type View, verify } from './strategy.ts'

/**
 * Whether the tests can fail, before they are believed: tests that must fail, in a copy of the merged tree. Only where one of them
 * did not fail is the base asked, once in a run; and only what failed there is looked into.
 */
export function runCanaries(view: View): Decided {
  const { state, start, policy } = view
  const { commit, head } = state.merge!
  const { test, acceptance } = start.verify
  // A log that is older than canaries goes on as it began.
  if ((policy.verify.canary ?? 'off') === 'off' || (test === null && acceptance.length === 0)) return null
  if (!verificationOf(state, 'canary')) return verify(view, 'canary', { commit, subject: head })
  const seen = canariesOf(state)
  if (!seen) return null
  if (!isAnyDull(seen)) return sabotage(view)
  const { base } = start
  if (!verificationOf(state, 'canary-base'))
    return verify(view, 'canary-base', { commit: base, subject: base })
  if (bluntCanaries(state).length === 0) return sabotage(view)
  if (verificationOf(state, 'canary-cause') || !canAffordRun(state)) return null
  return verify(view, 'canary-cause', { commit, subject: head })
}

/** Where tests that must fail say nothing: do the checks read the change at all? It asks nobody. */
function sabotage(view: View): Decided {
  const { state } = view
  const { commit, head } = state.merge!
  const isKnown = verificationOf(state, 'sabotage') || !isUnverifiable(state)
  const sources = state.inspected[head]?.executable ?? []
  if (isKnown || sources.length === 0 || !canAffordRun(state)) return null
  return verify(view, 'sabotage', { commit, subject: head })
}
