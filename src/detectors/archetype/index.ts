import type { Detector } from '../detector.ts'
import type { StepScene } from '../scenes.ts'
import { abstractions } from './creator/abstractions.ts'
import { futureProof } from './creator/future-proof.ts'
import { packages } from './creator/packages.ts'
import { scope } from './creator/scope.ts'
import { noPatterns } from './explorer/no-patterns.ts'
import { noRecommendation } from './explorer/no-recommendation.ts'
import { noSynthesis } from './explorer/no-synthesis.ts'
import { tangents } from './explorer/tangents.ts'
import { compromisedSystem } from './guardian/compromised-system.ts'
import { criticalRatio } from './guardian/critical-ratio.ts'
import { fewFixes } from './guardian/few-fixes.ts'
import { neverApproves } from './guardian/never-approves.ts'
import { noTestRun } from './maker/no-test-run.ts'
import { noTests } from './maker/no-tests.ts'
import { oneCommit } from './maker/one-commit.ts'
import { outsideProposal } from './maker/outside-proposal.ts'
import { longReview } from './sage/long-review.ts'
import { noAction } from './sage/no-action.ts'
import { outsideChangeset } from './sage/outside-changeset.ts'
import { trivialDocs } from './sage/trivial-docs.ts'
import { fewAlternatives } from './skeptic/few-alternatives.ts'
import { manyChallenges } from './skeptic/many-challenges.ts'
import { outsideScope } from './skeptic/outside-scope.ts'
import { rewordedConcern } from './skeptic/reworded-concern.ts'
import { impossibleScenario } from './trickster/impossible-scenario.ts'
import { manyFindings } from './trickster/many-findings.ts'
import { noReproduction } from './trickster/no-reproduction.ts'
import { untouchedCode } from './trickster/untouched-code.ts'

/** Every rule about a role. A new one is a file beside these and a line here. */
export const archetypeDetectors: Detector<StepScene>[] = [
  noRecommendation,
  tangents,
  noPatterns,
  noSynthesis,
  abstractions,
  futureProof,
  scope,
  packages,
  noTests,
  oneCommit,
  outsideProposal,
  noTestRun,
  criticalRatio,
  neverApproves,
  fewFixes,
  compromisedSystem,
  manyChallenges,
  fewAlternatives,
  rewordedConcern,
  outsideScope,
  untouchedCode,
  manyFindings,
  impossibleScenario,
  noReproduction,
  longReview,
  outsideChangeset,
  noAction,
  trivialDocs,
]
