import { adopt } from './adopting.ts'
import { adversarialReview } from './adversarial.ts'
import { breakerBetween } from './breaking.ts'
import { stopAfterPlan } from './dry-run.ts'
import { afterLanding, runStartHooks } from './hooks.ts'
import { acceptNoTests, buildMerge, landIt, landingGates, verifyMerged } from './landing.ts'
import { inspectWork } from './making.ts'
import { act, actOnNothing, recordFixes } from './pdca-act.ts'
import { reviewers } from './pdca-check.ts'
import { collectWork, implement, testFirst } from './pdca-do.ts'
import { explore, plan } from './pdca-plan.ts'
import { askForProof, askForTest } from './show-defect.ts'
import type { Strategy } from './strategy.ts'
import { watchPhase } from './system-watch.ts'

/** Plan, Do, Check, Act, and round again while it converges and cycles are left. */
export const pdca: Strategy = {
  name: 'pdca',
  stages: { plan: 'Plan', do: 'Do', check: 'Check', act: 'Act' },
  rules: [
    afterLanding,
    runStartHooks,
    acceptNoTests,
    adopt,
    breakerBetween,
    explore,
    watchPhase('plan'),
    plan,
    stopAfterPlan,
    implement,
    collectWork,
    testFirst,
    actOnNothing,
    inspectWork,
    askForTest,
    watchPhase('do'),
    reviewers,
    watchPhase('check'),
    adversarialReview,
    buildMerge,
    verifyMerged,
    recordFixes,
    act,
    askForProof,
    landingGates,
    landIt,
  ],
}
