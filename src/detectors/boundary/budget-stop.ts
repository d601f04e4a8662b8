import { AT_REST, type BoundaryScene } from '../boundary-scene.ts'
import { budgetReached, dollars, tokens } from '../budget-reached.ts'
import { boundary, detector, fires, quiet } from '../detector.ts'

export const budgetStop = detector({
  id: 'boundary.budget.stop',
  layer: 'boundary',
  shadow: 'boundary.budget',
  title: 'the budget is spent',
  notices: 'that the budget is spent',
  blindTo:
    'what a call under way will cost: a run may go over by one call, where the agent cannot be watched',
  thresholds: { percent: 100 },
  detect: (scene: BoundaryScene, { percent }) => budgetReached(scene, percent),
  correction: 'The run stops now, with exit code 24; what is there is kept.',
  examples: [
    fires('ten dollars of ten', dollars(10)),
    fires('all of the tokens, and a few more', tokens(1_000_010)),
    quiet('a run without a budget', { ...AT_REST, spent: { usd: 1000, tokens: 0 } }),
    boundary('9.99 dollars of ten', dollars(9.99)),
  ],
})
