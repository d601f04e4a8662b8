import { AT_REST, type BoundaryScene } from '../boundary-scene.ts'
import { budgetReached, dollars, tokens } from '../budget-reached.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

export const budgetDowngrade = detector({
  id: 'boundary.budget.downgrade',
  layer: 'boundary',
  shadow: 'boundary.budget',
  title: 'most of the budget is spent',
  notices: 'that most of the budget is spent',
  blindTo:
    'what a call under way will cost: a run may go over by one call, where the agent cannot be watched',
  thresholds: { percent: 80 },
  detect: (scene: BoundaryScene, { percent }) => budgetReached(scene, percent),
  correction: 'Reviewers are played by a model one tier lower, where `models.tiers` has one.',
  examples: [
    fires('eight dollars of ten', dollars(8)),
    fires('80 % of the tokens', tokens(800_000)),
    quiet('a run without a budget', { ...AT_REST, spent: { usd: 1000, tokens: 0 } }),
    boundary('7.99 dollars of ten', dollars(7.99)),
  ],
})
