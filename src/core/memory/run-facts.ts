import { isCompleted } from '../completed.ts'
import type { EventData, Finding } from '../events.ts'
import { dedupe } from '../findings.ts'
import { isReplaced, reviewsAbout } from '../reviews-about.ts'
import { ADOPTED, type Review, type RunState } from '../state.ts'
import { closenessOf } from './closeness.ts'
import { type RunFacts, subjectOf } from './lesson.ts'
import { givenLessons, repeatsIn } from './repeats.ts'
import { changeNames } from './same-change.ts'

/** The source of what the supervisor saw itself. */
const INSPECTOR = 'supervisor'

type Ending = Pick<EventData['run.complete'], 'status' | 'exit_code'>

/** What a run that ends so has to say to the memory. */
export function runFacts(state: RunState, ending: Ending): RunFacts {
  const reviews = Object.values(state.reviews).filter((review) => isOwn(state, review))
  const inspected = Object.values(state.inspected).flatMap(({ findings }) => findings)
  const all = [...reviews.flatMap(({ effective }) => effective), ...inspected]
  const found = dedupe(all.filter(isWeighty))
  const isGone = goneFrom(state)
  const proven = isCompleted(ending) && !state.reverted?.commit
  return {
    run: state.runId,
    change: changeNames(state),
    domain: state.start!.domain,
    reviewed: reviews.length > 0,
    met: found.map((finding) => ({ finding, fixed: proven && isGone(finding) })),
    shown: givenLessons(state).map(({ id }) => id),
    repeated: repeatsIn(state, found).map(({ lesson, finding }) => ({ lesson: lesson.id, finding })),
  }
}

/** Taken over from another run, it was met there. A second asking replaces the first. */
function isOwn(state: RunState, review: Review): boolean {
  return state.steps[review.step]?.agent !== ADOPTED && !isReplaced(state, review)
}

/** Whoever had raised it has looked at the last work, too, and nobody names it there. */
function goneFrom(state: RunState): (finding: Finding) => boolean {
  const head = state.merge?.head ?? Object.values(state.collected).at(-1)?.head ?? null
  const reviews = reviewsAbout(state, head)
  const inspected = head === null ? undefined : state.inspected[head]
  const looked = new Set([...reviews.map(({ role }) => role), ...(inspected ? [INSPECTOR] : [])])
  const said = [...reviews.flatMap(({ effective }) => effective), ...(inspected?.findings ?? [])]
  const closeness = closenessOf()
  return (finding) =>
    finding.sources.some((source) => looked.has(source)) &&
    !said.some((each) => isWeighty(each) && closeness(subjectOf(each), subjectOf(finding)) !== null)
}

function isWeighty({ severity }: Finding): boolean {
  return severity !== 'INFO'
}
