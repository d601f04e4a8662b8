import { budgetDowngrade } from '../../detectors/boundary/budget-downgrade.ts'
import { budgetFinish } from '../../detectors/boundary/budget-finish.ts'
import { budgetStop } from '../../detectors/boundary/budget-stop.ts'
import { budgetWarn } from '../../detectors/boundary/budget-warn.ts'
import type { BoundaryScene } from '../../detectors/boundary-scene.ts'
import { budgetReached } from '../../detectors/budget-reached.ts'
import type { Detector } from '../../detectors/detector.ts'
import { look, thresholdsOf } from '../../detectors/settings.ts'
import { shiftTier } from '../../policy/models.ts'
import { percentSpent } from '../budget.ts'
import { chainOf } from '../chains.ts'
import type { Command } from '../commands.ts'
import { modelOfCall, REVIEWERS_LOWERED } from '../model-of-call.ts'
import { boundarySettings, budgetScene } from '../scenes/boundary-scene.ts'
import { endForBudget, unsaidCost } from './budget-end.ts'
import type { Decided, Rule, View } from './strategy.ts'

const STEPS = [budgetWarn, budgetDowngrade, budgetFinish, budgetStop]

/** Spend is what the log says was spent, with calls of unknown cost charged like the dearest known one. */
export const budgetGate: Rule = (view) => {
  if (view.state.merged) return null
  const scene = budgetScene(view.state, view.policy)
  return sayThresholds(view, scene) ?? stopNow(view, scene) ?? lowerReviewers(view, scene) ?? unsaidCost(view)
}

/** From here on nothing is begun that the present cycle can do without. */
export function isNearlySpent(view: View): string | null {
  const scene = budgetScene(view.state, view.policy)
  return look(budgetFinish, scene, boundarySettings(view.policy))?.join('; ') ?? null
}

/** Each once, the lower ones too where one call went past several. */
function sayThresholds(view: View, scene: BoundaryScene): Decided {
  const now = percentSpent(scene.spent, scene.budget)
  if (now === null) return null
  const settings = boundarySettings(view.policy)
  const reached = STEPS.filter((rule) => look(rule, scene, settings)).map((rule) => percentOf(view, rule))
  const fresh = [...new Set(reached)].filter((percent) => percent > view.state.budgetSeen)
  const { unit } = now
  const data = { spent: scene.spent[unit], budget: scene.budget[unit] ?? 0, unit }
  const commands = fresh.sort((a, b) => a - b).map((percent) => threshold({ percent, ...data }))
  return commands.length > 0 ? commands : null
}

function percentOf(view: View, rule: Detector<BoundaryScene>): number {
  return thresholdsOf(rule, boundarySettings(view.policy)).percent ?? 0
}

function threshold(data: { percent: number; spent: number; budget: number; unit: string }): Command {
  const key = `budget:${data.percent}:${data.budget}`
  return { do: 'record', key, event: { type: 'budget.threshold', data } }
}

function lowerReviewers(view: View, scene: BoundaryScene): Decided {
  if (view.state.corrections.some(({ signal }) => signal === REVIEWERS_LOWERED)) return null
  const seen = look(budgetDowngrade, scene, boundarySettings(view.policy))
  if (!seen) return null
  const data = {
    signal: REVIEWERS_LOWERED,
    shadow: budgetDowngrade.shadow,
    layer: 'boundary' as const,
    rung: 'correct' as const,
    step: null,
    attempt: null,
    text: `${seen.join('; ')}: ${loweredWords(view)}`,
  }
  return [{ do: 'record', key: 'budget:lower', event: { type: 'correction.applied', data } }]
}

function loweredWords({ state, start, policy }: View): string {
  const { tiers } = policy.models
  const changes = ['guardian', ...(start.workflows[state.workflow]?.reviewers ?? [])].flatMap((role) => {
    const agent = chainOf(start.agents, role)[0] ?? ''
    const model = modelOfCall(state, policy, { role, agent, step: '' })
    const lower = shiftTier(tiers, model, -1)
    return lower === model ? [] : [`${role} by ${lower} instead of ${model}`]
  })
  return changes.length > 0
    ? `reviewers play one tier lower (${changes.join(', ')})`
    : 'reviewers keep their models, for `models.tiers` has no lower one'
}

/** Who switches the rule off still has the budget itself: it is a limit, and the rule is only its number. */
function stopNow(view: View, scene: BoundaryScene): Decided {
  const settings = boundarySettings(view.policy)
  const off = settings[budgetStop.id]?.enabled === false
  const spent = off ? budgetReached(scene, 100) : look(budgetStop, scene, settings)
  return spent ? endForBudget(view, spent.join('; ')) : null
}
