import type { Config } from '../config/schema.ts'
import { chainOf, shownAgent } from '../core/chains.ts'
import type { Confidence } from '../core/events.ts'
import { ADOPTED, type RunState } from '../core/state.ts'
import { verificationOf } from '../core/verification.ts'
import { resolveModel } from '../policy/models.ts'
import { thresholds } from '../policy/thresholds.ts'
import { confidenceWords } from './confidence-words.ts'
import { money, plural, roleTitle } from './words.ts'

/** What a dry run shows: who would be called, how sure the plan is, and what the rest may cost. */
export interface PlanSummary {
  strategy: string
  workflow: string
  max_cycles: number
  roles: { role: string; agent: string; model: string | null }[]
  confidence: Confidence | null
  baseline: string | null
  /** Agent calls still to come: if all goes well, and if every cycle or fix is needed. */
  calls: { least: number; most: number }
  spent_usd: number | null
  /** An estimate: every call to come at the average price of those made. `null`: the agent does not say. */
  estimate_usd: { least: number; most: number } | null
}

export function planSummary(state: RunState): PlanSummary {
  const start = state.start!
  const coming = callsToCome(state)
  const calls = { least: coming.least.length, most: coming.most.length }
  const price = averagePrice(state)
  const spent = price === null ? null : state.spend.usd
  const total = (count: number) => (spent ?? 0) + count * (price ?? 0)
  // `run.start` holds the resolved configuration as plain data; it was checked when it was loaded.
  const { models } = start.policy as unknown as Config
  return {
    strategy: start.strategy,
    workflow: state.workflow,
    max_cycles: start.strategy === 'pipeline' ? 1 : state.maxCycles,
    roles: [...new Set(coming.most)].map((role) => {
      const [agent = ''] = chainOf(start.agents, role)
      return {
        role,
        agent,
        model: resolveModel(models, state.workflow, { role, agent, agents: start.agents }),
      }
    }),
    confidence: confidenceOf(state),
    baseline: baselineOf(state),
    calls,
    spent_usd: spent,
    estimate_usd: price === null ? null : { least: total(calls.least), most: total(calls.most) },
  }
}

function callsToCome(state: RunState): { least: string[]; most: string[] } {
  const start = state.start!
  if (start.strategy === 'pipeline') {
    const round = ['maker', 'guardian', 'skeptic', 'sage']
    return { least: ['maker', 'guardian', 'sage'], most: [...round, ...round] }
  }
  const others = start.workflows[state.workflow]?.reviewers ?? []
  const cycle = ['maker', 'guardian', ...others]
  const unsure = (confidenceOf(state)?.risk_coverage ?? 0) < thresholds.confidence
  const first = unsure ? ['explorer', ...cycle] : cycle
  const more = Array.from({ length: state.maxCycles - 1 }, () => ['creator', ...cycle]).flat()
  return {
    least: unsure ? ['explorer', 'maker', 'guardian'] : ['maker', 'guardian'],
    most: [...first, ...more],
  }
}

/** One call that did not say makes the sum unknown: unknown is never zero. */
function averagePrice(state: RunState): number | null {
  const done = Object.values(state.steps).filter(
    (step) => step.outcome === 'complete' && step.agent !== ADOPTED,
  )
  if (done.length === 0 || state.spend.unknown_calls > 0) return null
  return state.spend.usd / done.length
}

function confidenceOf(state: RunState): Confidence | null {
  const plans = Object.values(state.steps).filter((step) => step.role === 'creator' && step.contract)
  return plans.sort((a, b) => a.attempt - b.attempt).at(-1)?.contract?.confidence ?? null
}

function baselineOf(state: RunState): string | null {
  const baseline = verificationOf(state, 'baseline')
  if (!baseline) return null
  if (!baseline.ran) return 'nothing to run'
  return baseline.green ? 'green' : `red: ${baseline.reason}`
}

/** The same for a screen and a report, a line each. */
export function planLines(state: RunState): [string, string][] {
  const plan = planSummary(state)
  const { calls } = plan
  const cycles =
    plan.strategy === 'pipeline' ? 'one fix at most' : `${plural(plan.max_cycles, 'cycle')} at most`
  return [
    ['plan', `${plan.strategy}, ${plan.workflow}: ${cycles}`],
    ['next', plan.roles.map((each) => roleWords(each, state)).join(', ')],
    ['sure', plan.confidence ? confidenceWords(plan.confidence) : 'the plan does not say how sure it is'],
    ['base', plan.baseline ?? 'not checked'],
    ['calls', `${calls.least} more if all goes well, ${calls.most} at most`],
    ['cost', costWords(plan)],
  ]
}

function roleWords({ role, agent, model }: PlanSummary['roles'][number], { start }: RunState): string {
  const name = shownAgent(agent)
  return `${roleTitle(role, start)} (${model ? `${name}, ${model}` : name})`
}

function costWords({ estimate_usd: estimate, spent_usd: spent }: PlanSummary): string {
  if (!estimate) return 'unknown: the agent does not say what a call costs'
  const range = `${money(estimate.least)} to ${money(estimate.most)}`
  return `${money(spent ?? 0)} so far; in all about ${range} (an estimate: later calls at the average of these)`
}
