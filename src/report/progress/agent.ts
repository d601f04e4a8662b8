import { JUDGE } from '../../archetypes/archetype.ts'
import { ADOPTED } from '../../core/state.ts'
import { lowestConfidence } from '../confidence-words.ts'
import { denialWords, duration, money, roleTitle } from '../words.ts'
import { doing, opened, said, stageOf, stepEnded, type Writers } from './line.ts'

/** Calls of agents. */
export const agentLines: Writers = {
  'agent.start': ({ data }, state) =>
    data.agent === ADOPTED
      ? null
      : opened(`step:${data.step}`, stageOf(state, data.archetype), doing(state, data.archetype, data.step)),
  'agent.session': ({ data }, state) => {
    if (data.session !== null) return null
    const role = state.steps[data.step]?.role ?? ''
    const what = `${roleTitle(role, state.start)} cannot go on where it was`
    return said(stageOf(state, role), what, `beginning afresh: ${data.problem ?? 'no reason known'}`, 'ask')
  },
  'agent.complete': ({ data }, state) => {
    const step = state.steps[data.step]
    // A review is over with its verdict.
    if ((step?.phase === 'check' && step.role !== JUDGE) || step?.agent === ADOPTED) return null
    const { status, confidence } = data.contract
    const parts = [duration(data.duration_ms)]
    if (confidence) parts.push(`confidence ${lowestConfidence(confidence).toFixed(1)}`)
    if (status !== 'DONE') parts.push(status)
    if (data.denials.length > 0) parts.push(denialWords(data.denials))
    if (data.usage.cost_usd) parts.push(money(data.usage.cost_usd, data.usage.cost_estimated))
    return stepEnded(data, state, { result: `done (${parts.join(', ')})`, tone: 'good' })
  },
  'agent.failed': ({ data }, state) =>
    stepEnded(data, state, { result: `failed (${data.cause}): ${data.message}`, tone: 'bad' }),
  'agent.timeout': ({ data }, state) =>
    stepEnded(data, state, {
      result: `stopped: ${data.limit} limit of ${duration(data.limit_ms)} reached`,
      tone: 'bad',
    }),
}
