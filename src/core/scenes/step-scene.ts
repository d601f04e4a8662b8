import type { Change, SceneReview, StepScene } from '../../detectors/scenes.ts'
import { answeredStep } from '../recall.ts'
import type { Review, RunState, StepState } from '../state.ts'

/** A step that has settled, as rules about roles see it. */
export function stepScene(state: RunState, step: StepState): StepScene | null {
  const { start } = state
  // Whoever asked on the way is judged by what it said once it had the answer.
  const said = answeredStep(state, step.id) ?? step
  if (!start || !said.contract) return null
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
    contract: said.contract,
    measures: said.measures,
    work: said.work,
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
function changeOf({ collected, start }: RunState, step: StepState): Change | null {
  const work =
    collected[step.id] ?? Object.values(collected).findLast((each) => each.head === step.about) ?? null
  if (!work) return null
  const { files, touched, commits } = work
  const fromBase = work.start === start?.base
  const tookAlong = work.took_along.length > 0
  const sum = (key: 'added' | 'deleted') => files.reduce((all, file) => all + file[key], 0)
  return { files, touched, commits, fromBase, tookAlong, added: sum('added'), deleted: sum('deleted') }
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

/** Attempts are counted by role over the run. A replacement does not answer for the one before it. */
function verdictsBefore(
  { reviews, steps, corrections }: RunState,
  step: StepState,
): SceneReview['verdict'][] {
  const attemptOf = (id: string | null) => steps[id ?? '']?.attempt ?? 0
  const replaced = corrections.filter(
    (each) => each.rung === 'replace' && steps[each.step ?? '']?.role === step.role,
  )
  const since = Math.max(0, ...replaced.map(({ attempt }) => attempt ?? 0))
  return Object.values(reviews)
    .filter((each) => each.role === step.role && each.step !== step.id && attemptOf(each.step) > since)
    .sort((a, b) => attemptOf(a.step) - attemptOf(b.step))
    .map((each) => each.verdict)
}
