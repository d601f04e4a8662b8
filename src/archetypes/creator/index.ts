import type { Archetype } from '../archetype.ts'
import prompt from './prompt.md'

export const creator: Archetype = {
  name: 'creator',
  title: 'Creator',
  doing: 'designing the change',
  phase: 'plan',
  reviews: false,
  receives: ['task', 'feedback'],
  contract: [
    'files',
    'decisions',
    'alternatives',
    'assumptions',
    'top_risk',
    'test_strategy',
    'confidence',
    'risks',
  ],
  prompt,
}
