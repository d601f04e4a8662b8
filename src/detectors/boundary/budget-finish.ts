import { AT_REST, type BoundaryScene } from '../boundary-scene.ts'
import { budgetReached, dollars, tokens } from '../budget-reached.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

export const budgetFinish = detector({
  id: 'boundary.budget.finish',
  layer: 'boundary',
  shadow: 'boundary.budget',
  title: 'the budget is nearly spent',
  notices: 'that hardly any budget is left',
  blindTo:
    'what a call under way will cost: a run may go over by one call, where the agent cannot be watched',
  thresholds: { percent: 95 },
  detect: (scene: BoundaryScene, { percent }) => budgetReached(scene, percent),
  correction:
    'The cycle under way is brought to its end, and may land; no further cycle, targeted fix or second review begins.',
  examples: [
    fires('9.50 dollars of ten', dollars(9.5)),
    fires('95 % of the tokens', tokens(950_000)),
    quiet('a run without a budget', { ...AT_REST, spent: { usd: 1000, tokens: 0 } }),
    boundary('9.49 dollars of ten', dollars(9.49)),
  ],
})
