import type { Archetype } from '../archetype.ts'
import prompt from './prompt.md'

export const creator: Archetype = {
  name: 'creator',
  title: 'Creator',
  doing: 'designing the change',
  phase: 'plan',
  reviews: false,
  receives: ['task', 'research', 'feedback'],
  contract: [
    'files',
    'decisions',
    'alternatives',
    'assumptions',
    'top_risk',
    'addressed',
    'test_strategy',
    'confidence',
    'risks',
  ],
  prompt,
}
