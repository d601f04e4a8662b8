import { best } from './best.ts'
import { breaker } from './breaking.ts'
import { needYes } from './gates.ts'
import { afterLanding, runStartHooks } from './hooks.ts'
import { acceptNoTests, buildMerge, landIt, landingGates, verifyMerged } from './landing.ts'
import { passNote } from './loop-notes.ts'
import { askAboutOldRed, isRed, leftOver, onlyOldRed, passData } from './loop-pass.ts'
import { besideBaseline, collectStep, inspectWork, makerWish, withAnswers } from './making.ts'
import { reviewBy } from './reviewing.ts'
import { redAsBefore } from './settling.ts'
import { type Decided, finish, type Rule, type Strategy, type View } from './strategy.ts'
import { latestWork, makerStep, presentWork, roundSuffix } from './work.ts'

/** 1 EXECUTE. Each pass goes on from the head that the last one left. */
const execute: Rule = (view) => {
  if (presentWork(view)) return null
  const head = latestWork(view)?.head ?? view.start.base
  const suffix = roundSuffix(view.state.round)
  return besideBaseline(view, withAnswers(view, makerWish(view, { head, note: passNote(view), suffix })))
}

const collectWork: Rule = (view) => collectStep(view, makerStep(view, view.state.round))

/** Nothing was ever changed: there is nothing to check and nothing to read. */
const unlessEmpty =
  (rule: Rule): Rule =>
  (view) =>
    presentWork(view)!.files.length === 0 ? null : rule(view)

/** 3 REVIEW. What is red is not worth a review yet; what was red before may land so, and not unread. */
const review: Rule = (view) => (isRed(view) && !redAsBefore(view) ? null : reviewBy(view, 'sage'))

const endPass: Rule = (view) => {
  const { round, passes } = view.state
  if (passes.some(({ pass }) => pass === round)) return null
  const data = passData(view)
  return [{ do: 'record', key: `pass:${round}`, event: { type: 'pass.complete', phase: 'act', data } }]
}

/** 6 CONTINUE or COMPLETE. Complete is proven, never claimed. */
const continueOrComplete: Rule = (view) => {
  const left = leftOver(view)
  const { round, maxRounds, breaker: now } = view.state
  // An open breaker is silent only where a person lets what was red before land as it is.
  if (left.length === 0 || now.state === 'OPEN') return null
  if (round < maxRounds)
    return decided('next-pass', `pass ${round + 1}`, `${left.length} open: ${left[0]}`, round)
  return outOfPasses(view, left)
}

function decided(what: string, chosen: string, rationale: string, round: number): Decided {
  const data = { what, chosen, alternatives: ['stop here'], rationale }
  return [{ do: 'record', key: `${what}:${round}`, event: { type: 'decision', phase: 'act', data } }]
}

/** Saved, said, and asked: more passes, or what is there? A single pass asks nothing. */
function outOfPasses(view: View, left: string[]): Decided {
  const { state, start } = view
  const about = `after-${state.round}`
  if (start.loop?.suppressed) return giveUp(view, left)
  if (start.loop?.accept || state.gates[`passes-${about}`]?.answer === 'no')
    // Only green lands: what a review holds against it may be accepted, a red check may not.
    return isRed(view) ? giveUp(view, left) : null
  const more = () => decided('more-passes', `${start.loop?.max_passes} more passes`, left[0]!, state.round)
  const extended = state.decisions.some(({ what }) => what === 'more-passes')
  if (start.options.yes) return extended ? giveUp(view, left) : more()
  const open = `${left.length} thing${left.length > 1 ? 's are' : ' is'} open`
  const question = `${passesOf(state.round)} done, and ${open}. Go on with more passes (yes), or accept what is there (no)?`
  return (
    needYes(view, { kind: 'passes', about, question, evidence: left.slice(0, 20) }, { exit: 10 }) ?? more()
  )
}

function giveUp(view: View, left: string[]): Decided {
  if (onlyOldRed(view)) return askAboutOldRed(view)
  const { start, state } = view
  const red = isRed(view)
  const reason = `${left[0]} after ${passesOf(state.round)}; nothing landed, the best work is on ${start.branch}`
  return finish(red ? 'verification-red' : 'findings-open', red ? 12 : 10, reason, best(view, []))
}

function passesOf(count: number): string {
  return `${count} pass${count > 1 ? 'es' : ''}`
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
    unlessEmpty(inspectWork),
    unlessEmpty(buildMerge),
    unlessEmpty(verifyMerged),
    unlessEmpty(review),
    endPass,
    breaker,
    continueOrComplete,
    landingGates,
    landIt,
  ],
}
