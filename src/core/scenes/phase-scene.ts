import type { PhaseReview, PhaseScene, PhaseWork } from '../../detectors/phase-scene.ts'
import { secondsBetween } from '../decide/instants.ts'
import { deferredWarnings } from '../deferred.ts'
import type { EventData, Finding } from '../events.ts'
import { testsStep } from '../kin.ts'
import { repeatsIn, saidOf } from '../memory/repeats.ts'
import { reviewsAbout } from '../reviews-about.ts'
import { ADOPTED, type RunState, type StepState } from '../state.ts'
import { namedFiles } from '../task-words.ts'

type Work = EventData['work.collected']

/** A run at the end of a phase. `work` is what the present round's Maker left. */
export function phaseScene(state: RunState, at: PhaseScene['at'], work: Work | null): PhaseScene {
  const { cycle, workflow } = state
  const steps = Object.values(state.steps).filter((step) => step.identity.cycle === cycle)
  const before = work ? saidAbout(state, roundOf(state, work)[0]!.start) : []
  const reviews = at === 'check' && work ? presentReviews(state, work.head) : []
  return {
    at,
    cycle,
    workflow,
    planMs: total(steps.filter(({ phase }) => phase === 'plan')),
    doMs: total(steps.filter(({ role }) => role === 'maker')),
    explored: steps.filter(({ role }) => role === 'explorer').reduce((sum, { answers }) => sum + answers, 0),
    planned: lastPlan(steps)?.contract?.files ?? [],
    alsoInScope: alsoInScope(state, before),
    work: work && phaseWork(state, work),
    before,
    reviews,
    reviewMs: spanMs(reviews.map(({ step }) => state.steps[step]!)),
    deferred: { now: at === 'end' ? deferredWarnings(state) : [], earlier: earlier(state) },
    repeated: repeatedLessons(state, reviews),
  }
}

/** The Maker's call and the targeted retry for its tests are one round. */
function roundOf(state: RunState, work: Work): Work[] {
  const isFirst = ({ step }: Work) => step !== work.step && testsStep(state, step) === work.step
  const first = Object.values(state.collected).find(isFirst)
  return first ? [first, work] : [work]
}

function phaseWork(state: RunState, work: Work): PhaseWork {
  const touched = roundOf(state, work).flatMap((each) => each.touched)
  return { files: work.files, touched: [...new Set(touched)] }
}

function saidAbout(state: RunState, head: string): Finding[] {
  return reviewsAbout(state, head).flatMap((review) => review.effective)
}

function presentReviews(state: RunState, head: string): PhaseReview[] {
  return reviewsAbout(state, head)
    .filter(({ step }) => !isLeftOut(state.steps[step]))
    .map(({ step, role, verdict, effective }) => ({ step, role, verdict, findings: effective }))
}

/** Asked for because everybody agreed too fast, or taken over from another run. */
function isLeftOut(step: StepState | undefined): boolean {
  return step?.identity.variant === 'adversarial' || step?.agent === ADOPTED
}

function alsoInScope({ steps, start }: RunState, before: Finding[]): string[] {
  const plans = Object.values(steps).filter(({ role }) => role === 'creator')
  const listed = plans.flatMap(({ contract, measures }) => [
    ...(contract?.files ?? []),
    ...(measures?.plan?.named ?? []),
  ])
  const named = before.flatMap(({ file, severity }) => (file && severity !== 'INFO' ? [file] : []))
  return [...listed, ...named, ...namedFiles(start?.task ?? '', start?.files ?? [])]
}

function lastPlan(steps: StepState[]): StepState | undefined {
  const plans = steps.filter(({ role, outcome }) => role === 'creator' && outcome === 'complete')
  return plans.sort((a, b) => a.attempt - b.attempt).at(-1)
}

function total(steps: StepState[]): number {
  return steps.reduce((sum, { totalMs }) => sum + totalMs, 0)
}

function repeatedLessons(state: RunState, reviews: PhaseReview[]): PhaseScene['repeated'] {
  const found = reviews.flatMap(({ findings }) => findings)
  return repeatsIn(state, found).map(({ lesson, finding }) => ({
    id: lesson.id,
    met: lesson.frequency,
    repeated: lesson.repeated,
    found: saidOf(finding),
  }))
}

/** ISO instants of one zone sort as text. */
function spanMs(steps: StepState[]): number {
  const first = steps.map(({ startedAt }) => startedAt).sort()[0]
  const last = steps
    .map(({ endedAt }) => endedAt ?? '')
    .sort()
    .at(-1)
  return first && last ? Math.max(0, secondsBetween(first, last) * 1000) : 0
}

function earlier({ context }: RunState): PhaseScene['deferred']['earlier'] {
  const last = context?.deferred.at(-1)
  return last ? { run: last.run, findings: last.findings } : null
}
