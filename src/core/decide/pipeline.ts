import { adopt } from './adopting.ts'
import { adversarialReview } from './adversarial.ts'
import { breakerBetween } from './breaking.ts'
import { stopAfterPlan } from './dry-run.ts'
import { afterLanding, runStartHooks } from './hooks.ts'
import { feedback } from './issues.ts'
import { acceptNoTests, buildMerge, landIt, landingGates, verifyMerged } from './landing.ts'
import { besideBaseline, collectStep, creatorWish, inspectWork, makerWish, withAnswers } from './making.ts'
import { countedReview, reviewBy } from './reviewing.ts'
import { settle, settleNothing } from './settling.ts'
import { askForProof, askForTest } from './show-defect.ts'
import { type Rule, type Strategy, together } from './strategy.ts'
import { watchPhase } from './system-watch.ts'
import { latestWork, makerStep, presentWork } from './work.ts'

const plan: Rule = (view) => besideBaseline(view, withAnswers(view, creatorWish(view)))

const implement: Rule = (view) => {
  if (presentWork(view)) return null
  const before = view.state.round > 1 ? latestWork(view) : null
  const head = before?.head ?? view.start.base
  const note = before ? feedback(view, before.head) : null
  return withAnswers(view, makerWish(view, { head, note, which: { round: view.state.round } }))
}

const collectWork: Rule = (view) =>
  collectStep(view, makerStep(view, view.state.round)) ?? settleNothing(view)

const reviewers: Rule = (view) => {
  const guardian = reviewBy(view, 'guardian')
  if (guardian) return guardian
  // Findings of any severity bring in the Skeptic. Neither it nor the Sage reads the other's result, so they
  // run side by side; the join does not depend on their order.
  const found = (countedReview(view, 'guardian')?.findings.length ?? 0) > 0
  return together((found ? ['skeptic', 'sage'] : ['sage']).map((role) => reviewBy(view, role)))
}

/** Linear: one plan, one implementation, one targeted fix. For bug fixes and well-understood single concerns. */
export const pipeline: Strategy = {
  name: 'pipeline',
  stages: {
    plan: 'Plan',
    do: 'Implement',
    guardian: 'Spec',
    skeptic: 'Spec',
    sage: 'Quality',
    act: 'Verify',
  },
  rules: [
    afterLanding,
    runStartHooks,
    acceptNoTests,
    adopt,
    breakerBetween,
    plan,
    stopAfterPlan,
    implement,
    collectWork,
    inspectWork,
    askForTest,
    watchPhase('do'),
    reviewers,
    watchPhase('check'),
    adversarialReview,
    buildMerge,
    verifyMerged,
    settle,
    askForProof,
    landingGates,
    landIt,
  ],
}
