import { afterLanding, runStartHooks } from './hooks.ts'
import { acceptNoTests, budgetGate, buildMerge, landIt, landingGates, verifyMerged } from './landing.ts'
import { collectWork, implement, inspectWork, plan } from './making.ts'
import { countedReview, reviewBy } from './reviewing.ts'
import { settle } from './settling.ts'
import { type Rule, type Strategy, together } from './strategy.ts'

const reviewers: Rule = (view) => {
  const guardian = reviewBy(view, 'guardian')
  if (guardian) return guardian
  // Findings of any severity bring in the Skeptic. Neither it nor the Sage reads the other's result, so they
  // run side by side; the join does not depend on their order.
  const found = (countedReview(view, 'guardian')?.findings.length ?? 0) > 0
  return together((found ? ['skeptic', 'sage'] : ['sage']).map((role) => reviewBy(view, role)))
}

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
    budgetGate,
    acceptNoTests,
    plan,
    implement,
    collectWork,
    inspectWork,
    reviewers,
    buildMerge,
    verifyMerged,
    settle,
    landingGates,
    landIt,
  ],
}
