import type { Change, SceneReview, StepScene } from '../../detectors/scenes.ts'
import type { Review, RunState, StepState } from '../state.ts'

/** A step that has settled, as rules about roles see it. */
export function stepScene(state: RunState, step: StepState): StepScene | null {
  const { start } = state
  if (!start || !step.contract) return null
  const plan = lastPlan(state, step)
  const review = state.reviews[step.id]
  return {
    role: step.role,
    step: step.id,
    cycle: state.cycle,
    task: start.task,
    taskFiles: start.files,
    domain: start.domain,
    workflow: state.workflow,
    contract: step.contract,
    measures: step.measures,
    work: step.work,
    plan: plan?.contract ? { contract: plan.contract, measures: plan.measures } : null,
    change: changeOf(state, step),
    review: review ? sceneReview(review) : null,
    verdictsBefore: verdictsBefore(state, step),
    alsoInScope: alsoInScope(state),
    verifies: start.verify.test !== null || start.verify.acceptance.length > 0,
  }
}

function lastPlan(state: RunState, step: StepState): StepState | null {
  if (step.role === 'creator') return null
  let last: StepState | null = null
  for (const each of Object.values(state.steps))
    if (each.role === 'creator' && each.outcome === 'complete' && each.attempt >= (last?.attempt ?? 0))
      last = each
  return last
}

/** The Maker's own work, or what a reviewer was asked about. */
function changeOf({ collected }: RunState, step: StepState): Change | null {
  const work =
    collected[step.id] ?? Object.values(collected).findLast((each) => each.head === step.about) ?? null
  if (!work) return null
  const { files, touched, commits } = work
  const tookAlong = work.took_along.length > 0
  const sum = (key: 'added' | 'deleted') => files.reduce((all, file) => all + file[key], 0)
  return { files, touched, commits, tookAlong, added: sum('added'), deleted: sum('deleted') }
}

function alsoInScope({ steps, reviews, inspected, history }: RunState): string[] {
  const plans = Object.values(steps).filter(({ role }) => role === 'creator')
  const listed = plans.flatMap(({ contract }) => contract?.files ?? [])
  const found = [...Object.values(reviews), ...Object.values(inspected), ...history]
  const named = found.flatMap(({ findings }) => findings.flatMap(({ file }) => file ?? []))
  return [...new Set([...listed, ...named])]
}

function sceneReview(review: Review): SceneReview {
  const findings = review.findings.map((finding, index) => ({
    ...finding,
    counts: review.effective[index]?.severity === finding.severity,
    facts: review.facts?.[index] ?? null,
  }))
  return { verdict: review.verdict, findings }
}

function verdictsBefore({ reviews, steps }: RunState, step: StepState): SceneReview['verdict'][] {
  return Object.values(reviews)
    .filter((each) => each.role === step.role && each.step !== step.id)
    .sort((a, b) => (steps[a.step]?.attempt ?? 0) - (steps[b.step]?.attempt ?? 0))
    .map((each) => each.verdict)
}
