import { AT_REST, type BoundaryScene } from '../boundary-scene.ts'
import { budgetReached, dollars, tokens } from '../budget-reached.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

export const budgetWarn = detector({
  id: 'boundary.budget.warn',
  layer: 'boundary',
  shadow: 'boundary.budget',
  title: 'half of the budget is spent',
  notices: 'that half of the budget of money or tokens is spent',
  blindTo:
    'what a call under way will cost: a run may go over by one call, where the agent cannot be watched',
  thresholds: { percent: 50 },
  detect: (scene: BoundaryScene, { percent }) => budgetReached(scene, percent),
  correction: 'The run says so and goes on.',
  examples: [
    fires('five dollars of ten', dollars(5)),
    fires('half of the tokens', tokens(500_000)),
    quiet('a run without a budget', { ...AT_REST, spent: { usd: 1000, tokens: 0 } }),
    boundary('4.99 dollars of ten', dollars(4.99)),
  ],
})
