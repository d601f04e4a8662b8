import { thresholds } from '../../policy/thresholds.ts'
import type { Confidence } from '../events.ts'
import { openRecall } from '../recall.ts'
import type { StepState } from '../state.ts'
import { needText } from './gates.ts'
import { besideBaseline, creatorWish, joinNotes, withAnswers } from './making.ts'
import { isResearchOver } from './research.ts'
import { needStep, type StepWish, stepId } from './steps.ts'
import type { Decided, Rule, View } from './strategy.ts'

/** How often a plan may come back unsure of the task before it is taken as it is. */
const MAX_CLARIFICATIONS = 3
/** Unreadable is no confidence at all. */
const NONE: Confidence = { task_understanding: 0, solution_completeness: 0, risk_coverage: 0 }

/** Once a run: the Explorer may see nothing of earlier cycles, so asking again would bring the same. */
export const explore: Rule = (view) => {
  if (!view.start.workflows[view.state.workflow]?.explores || isResearchOver(view)) return null
  if (Object.values(view.state.steps).some((step) => isExplored(view, step))) return null
  // A plan that was taken over needs no research any more, unless it turned out incomplete.
  if (lastCreator(view) && !isUpgraded(view)) return null
  const { base } = view.start
  return besideBaseline(
    view,
    needStep(view, {
      role: 'explorer',
      phase: 'plan',
      head: base,
      about: null,
      writes: false,
      note: null,
    }),
  )
}

function isExplored({ state }: View, step: StepState): boolean {
  const done = step.outcome === 'complete' && !openRecall(state, step)
  return step.role === 'explorer' && step.identity.variant !== 'mini' && done
}

/** The Creator, and rule A3: how sure it is decides whether a Maker may start. */
export const plan: Rule = (view) => {
  const wish = creatorWish(view, {
    note: feedbackFor(view, 'creator'),
    which: { variant: isUpgraded(view) ? 'upgraded' : null },
  })
  const open = understood(view, wish)
  if (open) return besideBaseline(view, open)
  return complete(view)
}

/** A3, task understanding: below the threshold the user is asked, and no Maker starts. */
function understood(view: View, wish: StepWish): Decided {
  let present = wish
  for (let asked = 0; ; asked++) {
    const open = withAnswers(view, present)
    if (open) return open
    const { task_understanding: sure } = confidence(lastCreator(view))
    if (sure >= thresholds.confidence || asked === MAX_CLARIFICATIONS) return null
    const id = stepId(view, present)
    const evidence = lastCreator(view)?.contract?.assumptions.map((each) => `it assumes: ${each}`) ?? []
    const question = `The Creator is not sure that it understood the task (${sure.toFixed(1)}). What exactly is wanted?`
    const answer = needText(view, { kind: 'context', about: `${id}-task`, question, evidence })
    if (answer === null || Array.isArray(answer) || !('text' in answer)) return answer
    const note = joinNotes(wish.note, `The user made the task clearer:\n${answer.text}`)
    present = { ...wish, note, which: { ...wish.which, clarified: asked + 1 } }
  }
}

/** A3, solution completeness: a fast run becomes standard, explores, and plans again. */
function complete(view: View): Decided {
  const { solution_completeness: sure } = confidence(lastCreator(view))
  if (sure >= thresholds.confidence || view.state.workflow !== 'fast') return null
  const data = {
    what: 'A3-upgrade' as const,
    chosen: 'standard',
    alternatives: ['fast'],
    rationale: `cycle ${view.state.cycle}: the plan is not complete (${sure.toFixed(1)})`,
  }
  return [
    { do: 'record', key: `A3-upgrade:${view.state.cycle}`, event: { type: 'decision', phase: 'plan', data } },
  ]
}

function isUpgraded({ state }: View): boolean {
  return state.upgradedIn === state.cycle
}

/** A3, risk coverage: below the threshold a small Explorer looks at the risks while the Maker works. */
export function wantsMiniExplorer(view: View): boolean {
  return confidence(lastCreator(view)).risk_coverage < thresholds.confidence && !isResearchOver(view)
}

/** The Creator's latest word in this cycle. */
export function lastCreator(view: View): StepState | undefined {
  const mine = Object.values(view.state.steps).filter(
    (step) =>
      step.role === 'creator' && step.identity.cycle === view.state.cycle && step.outcome === 'complete',
  )
  return mine.sort((a, b) => a.attempt - b.attempt).at(-1)
}

function confidence(step: StepState | undefined): Confidence {
  return step?.contract?.confidence ?? NONE
}

/** What the last cycle left for this role; nothing in the first. */
export function feedbackFor(view: View, role: 'creator' | 'maker'): string | null {
  return view.state.history.at(-1)?.feedback[role] || null
}
