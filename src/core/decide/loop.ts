import { breaker } from './breaking.ts'
import { afterLanding, runStartHooks } from './hooks.ts'
import { acceptNoTests, buildMerge, landIt, landingGates, verifyMerged } from './landing.ts'
import { contextCheck, goOnAfresh } from './loop-context.ts'
import { checkDrift } from './loop-drift.ts'
import { askAtLimit, limitReached } from './loop-limits.ts'
import { passNote } from './loop-notes.ts'
import { isRed, leftOver, passData } from './loop-pass.ts'
import { stopOf } from './loop-stops.ts'
import { besideBaseline, collectStep, inspectWork, makerWish, withAnswers } from './making.ts'
import { reviewBy } from './reviewing.ts'
import { redAsBefore } from './settling.ts'
import type { StepWish } from './steps.ts'
import type { Rule, Strategy, View } from './strategy.ts'
import { clearsOf, latestWork, makerStep, presentWork } from './work.ts'

/** 1 EXECUTE. Each pass goes on from the head that the last one left. */
const execute: Rule = (view) => {
  const wish = passWish(view)
  return wish && besideBaseline(view, withAnswers(view, wish))
}

/** `null`: the pass has been executed. */
export function passWish(view: View): StepWish | null {
  if (presentWork(view) || stopOf(view)) return null
  const head = latestWork(view)?.head ?? view.start.base
  return makerWish(view, { head, note: passNote(view), which: { round: view.state.round } })
}

/** What the pass did in all its conversations. */
export const collectWork: Rule = (view) => {
  const step = makerStep(view, view.state.round)
  return collectStep(view, step, clearsOf(view)[0]?.start)
}

/** Nothing was ever changed: there is nothing to check and nothing to read. */
export const unlessEmpty =
  (rule: Rule): Rule =>
  (view) =>
    presentWork(view)!.files.length === 0 ? null : rule(view)

/** 3 REVIEW. What is red is not worth a review yet; what was red before may land so, and not unread. */
const review: Rule = (view) => (isRed(view) && !redAsBefore(view) ? null : reviewBy(view, 'sage'))

export const endPass: Rule = (view) => {
  const { round, passes } = view.state
  if (passes.some(({ pass }) => pass === round)) return null
  const data = passData(view)
  return [{ do: 'end-pass', key: `pass:${round}`, data, start: presentWork(view)!.start }]
}

/** 6 CONTINUE or COMPLETE. Complete is proven, never claimed. */
export const continueOrComplete: Rule = (view) => {
  const left = leftOver(view)
  const { round, breaker: now } = view.state
  // An open breaker is silent only where a person lets what was red before land as it is.
  if (left.length === 0 || now.state === 'OPEN') return null
  const limit = limitReached(view)
  if (limit) return askAtLimit(view, limit, left)
  const rationale = `${left.length} open: ${left[0]}`
  const data = {
    what: 'next-pass' as const,
    chosen: `pass ${round + 1}`,
    alternatives: ['stop here'],
    rationale,
  }
  return [{ do: 'record', key: `next-pass:${round}`, event: { type: 'decision', phase: 'act', data } }]
}

/** One agent in verified passes until the work is proven. */
export const loop: Strategy = {
  name: 'loop',
  stages: { do: 'Execute', check: 'Review', act: 'Check' },
  rules: [
    afterLanding,
    runStartHooks,
    acceptNoTests,
    execute,
    collectWork,
    goOnAfresh,
    unlessEmpty(inspectWork),
    unlessEmpty(buildMerge),
    unlessEmpty(verifyMerged),
    unlessEmpty(review),
    unlessEmpty(checkDrift),
    contextCheck,
    endPass,
    breaker,
    continueOrComplete,
    landingGates,
    landIt,
  ],
}
